// `npm run lint` and, with `--write`, `npm run format`: what Biome says of the whole repository.
import { run } from './lib/run.ts'

process.exitCode = await run('biome', ['check', ...process.argv.slice(2), '.'])
