// `npm start` and `npm run demo`: the web app, built when it has changed, and then the server in this same process.
import { buildWebIfNeeded } from './build-web/build-if-needed.ts'

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
await import('../server/src/main.ts')
