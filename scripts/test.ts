// `npm test` runs every step, whatever the ones before it said, within ten minutes on two cores; `npm run test:all` also the
// browser specs that take longer, `npm run check` only what needs no running product.

import { mkdirSync, rmSync } from 'node:fs'
import { run } from './lib/run.ts'
import { type Counts, countPlaywright, countVitest, readReport, totalsLine } from './lib/test-counts.ts'

const isWhole = process.argv.includes('--all')

const reports = 'test-results/totals'
const vitestReport = `${reports}/vitest.json`
const playwrightReport = `${reports}/playwright.json`

interface Step {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** The tests it ran; absent for a check, which has none. */
  count?: () => Counts
}

const checks: Step[] = [
  ...['core', 'server', 'web', 'scripts', 'e2e'].map((room) => ({
    name: `types: ${room}`,
    command: 'tsc',
    args: ['-p', room],
  })),
  { name: 'lint', command: 'biome', args: ['check', '.'] },
  { name: 'dead code', command: 'knip', args: [] },
  { name: 'import boundaries', command: 'node', args: ['scripts/check-boundaries.ts'] },
  { name: 'contract', command: 'node', args: ['scripts/check-contract.ts'] },
  { name: 'database types', command: 'node', args: ['scripts/db-types.ts', '--verify'] },
]

const tests: Step[] = [
  {
    name: 'rules, API and components',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    count: () => countVitest(readReport(vitestReport)),
  },
  { name: 'web build', command: 'node', args: ['scripts/build-web.ts'] },
  {
    name: 'browser journeys',
    command: 'playwright',
    args: ['test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, BROWSER_TESTS: isWhole ? 'all' : 'brief' },
    count: () => countPlaywright(readReport(playwrightReport)),
  },
]

const isCheck = process.argv.includes('--checks')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const failed: string[] = []
const counts: Counts[] = []
for (const step of isCheck ? checks : [...checks, ...tests]) {
  console.log(`\n== ${step.name}`)
  const start = performance.now()
  const code = await run(step.command, step.args, step.env)
  console.log(`   ${code === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  if (code !== 0) failed.push(step.name)
  if (step.count !== undefined) counts.push(atLeastOneFailure(step.count(), code))
}

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
if (!isCheck) console.log(`\n${totalsLine(counts)}`)
process.exitCode = failed.length > 0 ? 1 : 0

/** A run that broke outside of any test must not read as a success. */
function atLeastOneFailure(count: Counts, code: number): Counts {
  return code === 0 ? count : { ...count, failed: Math.max(count.failed, 1) }
}
