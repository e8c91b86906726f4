import { startEmbeddedDatabase } from './start.ts'

/**
 * Runs the embedded database of the folder in the first argument until SIGTERM. Tests run it as a process that they can
 * kill.
 */
try {
  const database = await startEmbeddedDatabase({
    dataDir: String(process.argv[2]),
    log: (sentence) => console.log(sentence),
    onLost: () => process.exit(1),
  })
  const alive = setInterval(() => {}, 60_000)
  process.once('SIGTERM', async () => {
    clearInterval(alive)
    await database.stop()
  })
  // Last, because a test may send SIGTERM as soon as it has read this.
  console.log(`ready: ${database.ownerConnectionString} ${database.connectionString}`)
} catch (error) {
  console.log(`refused: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
