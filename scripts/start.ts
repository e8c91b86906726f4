// `npm start` and `npm run demo` build the web app if it has changed, and then run the server in the same process.
import { buildWebIfNeeded } from './build-web/build-if-needed.ts'

if (process.argv.includes('--demo')) {
  // The sample organisation has its own data folder, whatever the environment says: it must never get into real data.
  const demoFolder = './data-demo'
  const { DATA_DIR: given = '' } = process.env
  if (given.trim() !== '')
    console.log(`A demonstração usa ${demoFolder}: a pasta ${given}, de DATA_DIR, fica como está.`)
  process.env.DATA_DIR = demoFolder
}

try {
  await buildWebIfNeeded()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server/src/app/main.ts')
