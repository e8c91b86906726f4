// `npm run lint` and, with `--write`, `npm run format` run Biome on the whole repository.
import { run } from './lib/run.ts'

process.exitCode = await run('biome', ['check', ...process.argv.slice(2), '.'])
