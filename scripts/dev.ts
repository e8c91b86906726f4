// `npm run dev` runs the API, restarted when its files change, and Vite. The terminal sends Ctrl+C to both.
import { launch } from './lib/run.ts'

const programs = [
  launch('node', ['--watch', '--watch-preserve-output', 'server/src/app/main.ts'], {
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
  }),
  launch('vite', ['web']),
]

for (const program of programs) program.once('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll)

/** Stops both, because one is useless without the other. This process ends with the last of them. */
function stopAll() {
  for (const program of programs) if (program.exitCode === null) program.kill('SIGTERM')
}
