// `npm start` and `npm run demo`: the web app, built when it has changed, and then the server in this same process.
import { buildWebIfNeeded } from './build-web.ts'

if (process.argv.includes('--demo')) {
  // The sample organisation has a home of its own, whatever .env says: it must never end up among real data.
  process.env.DATA_DIR = './data-demo'
  process.env.DATABASE_URL = ''
}

try {
  await buildWebIfNeeded()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
stopWithNpm()
await import('../server/src/main.ts')

/** npm hands signals to the shell between itself and us, which dies of them without telling: to lose that parent is to be told. */
function stopWithNpm() {
  const shell = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
