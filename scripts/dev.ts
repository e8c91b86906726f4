// `npm run dev`: the API, started again when its files change, and Vite. Ctrl+C reaches both through the terminal.
import { launch } from './lib/run.ts'

const programs = [
  launch('node', ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
  }),
  launch('vite', ['web']),
]

for (const program of programs) program.once('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll)

/** One without the other is of no use. This process ends with the last of them. */
function stopAll() {
  for (const program of programs) if (program.exitCode === null) program.kill('SIGTERM')
}
