// A year of reminders with 10,000 returns, two servers, holidays, people who come and go, extensions, occurrences and
// proves 21.33
// changes of the calendar, compared day by day with an independent model (`npm test` lives through ten weeks of it).
// Takes some minutes. SIMULATED_RETURNS and SIMULATED_SEED are for another year.
import { availableParallelism, loadavg } from 'node:os'
import { run as runProgram } from '../scripts/lib/run.ts'

export async function run() {
  const { SIMULATED_RETURNS = '10000' } = process.env
  const test = ['run', '--project', 'server', 'server/src/features/reminders/year/year.test.ts']
  process.exitCode = await runProgram('vitest', [...test, '-t', 'every reminder'], { SIMULATED_RETURNS })
  console.log(`load ${loadavg().map(Math.round).join(', ')} on ${availableParallelism()} cores`)
}
