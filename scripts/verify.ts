// `node scripts/verify.ts`: recomputes every derived number of the real data from the facts and compares. It changes
// nothing and may run beside the server. `--repair` rewrites them; changes of protocols wait until it has finished.
import { sql } from 'kysely'
import { openData } from '../server/src/archive/open-data.ts'
import { readConfig } from '../server/src/config.ts'
import { withPatientDatabase } from '../server/src/db/connect.ts'
import { findBrokenInvariants } from '../server/src/db/invariants.ts'
import { fail } from './lib/archive-command.ts'

try {
  const database = await openData(readConfig(), fail)
  try {
    await withPatientDatabase(database.connectionString, async (db) => {
      const broken = await findBrokenInvariants(db)
      for (const sentence of broken) console.error(sentence)
      if (broken.length === 0) {
        console.log('Todos os números derivados conferem com os fatos.')
      } else if (process.argv.includes('--repair')) {
        await sql`select rebuild_derived()`.execute(db)
        console.log('Os números derivados foram refeitos.')
      } else {
        process.exitCode = 1
      }
    })
  } finally {
    await database.stop()
  }
} catch (error) {
  fail(error)
}
