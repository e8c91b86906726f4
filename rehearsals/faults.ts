// `npm run drill -- faults [NAME …]`: disk full, PostgreSQL that restarts, a mail server that refuses for a day, names that
// cannot be resolved, a clock that jumps, memory that is taken away. Prints a table of what people saw, what was lost and how
// it healed. Needs root on Linux and Debian's faketime; takes about ten minutes.
import { clockJumps } from './faults/clock-jumps.ts'
import { databaseRestarts } from './faults/database-restarts.ts'
import { diskFull } from './faults/disk-full.ts'
import { mailRefused } from './faults/mail-refused.ts'
import { memoryPressure } from './faults/memory-pressure.ts'
import { namesAway } from './faults/names-away.ts'
import type { FaultRow } from './faults/row.ts'

const faults: Record<string, () => Promise<FaultRow>> = {
  disk: diskFull,
  database: databaseRestarts,
  mail: mailRefused,
  names: namesAway,
  clock: clockJumps,
  memory: memoryPressure,
}

export async function run(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('this drill needs root on Linux')
  const wanted = process.argv.slice(3)
  const rows: FaultRow[] = []
  for (const [name, rehearse] of Object.entries(faults)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const start = performance.now()
    console.log(`\n${name}`)
    try {
      rows.push(await rehearse())
    } catch (error) {
      console.error(error)
      process.exitCode = 1
    }
    console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  for (const row of rows) console.log(`\n${row.fault}\n  seen: ${row.seen}\n  lost: ${row.lost}\n  heals: ${row.heals}`)
}
