// `npm test` runs every step, even if an earlier one failed; `npm run test:long` runs the tests in full length and those
// that guard against browsers and machines, too; `npm run check` runs only the steps that need no running product, and
// with `--changed` also the tests of what differs from main, except those in a browser.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run, runQuietly } from './lib/run.ts'
import { changesSinceMain, nearest, slowTests } from './test/changed.ts'
import { endLeftovers, runVariable } from './test/leftovers.ts'
import { type Counts, countPlaywright, countVitest, readReport, totalsLine } from './test/test-counts.ts'

/** A file system in memory, on Linux. */
const memory = '/dev/shm'

/** A run keeps about a tenth of it at any time. */
const wanted = 4 * 1024 ** 3

/**
 * A new folder for all files of a run, in memory where there is plenty: hundreds of databases are created, and on a disk
 * that takes several times the processor time.
 */
function createRunFolder(): string {
  const folder = mkdtempSync(join(hasPlenty() ? memory : tmpdir(), 'malote-run-'))
  chmodSync(folder, 0o711) // PostgreSQL's account has access
  return folder
}

/** Containers often limit it to 64 MB, and what it holds is memory that the programs cannot use. */
function hasPlenty(): boolean {
  if (!existsSync(memory) || process.availableMemory() < 2 * wanted) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= wanted
}

const reports = 'test-results/totals'
const vitestReport = `${reports}/vitest.json`
const playwrightReport = `${reports}/playwright.json`

interface Step {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Counts the tests that it ran; absent for a check, which has no tests. */
  count?: () => Counts
}

const checks: Step[] = [
  types('server'),
  types('web'),
  types('scripts and e2e', '.'),
  types('core'),
  { name: 'lint', command: 'biome', args: ['check', '.'] },
  { name: 'dead code', command: 'knip', args: [] },
  { name: 'import boundaries', command: 'node', args: ['scripts/check-boundaries.ts'] },
  { name: 'contract', command: 'node', args: ['scripts/check-contract.ts'] },
  { name: 'security', command: 'node', args: ['scripts/check-security.ts'] },
  { name: 'settings document', command: 'node', args: ['scripts/settings-doc.ts', '--verify'] },
  // proves 18.48
  { name: 'packages', command: 'node', args: ['scripts/check-packages.ts'] },
  { name: 'database types', command: 'node', args: ['scripts/db-types.ts', '--verify'] },
]

const build: Step = { name: 'web build', command: 'node', args: ['scripts/build-web.ts'] }

const tests: Step[] = [
  {
    name: 'rules, API and components',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    count: () => countVitest(readReport(vitestReport)),
  },
  {
    name: 'browser journeys',
    command: 'playwright',
    args: ['test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    count: () => countPlaywright(readReport(playwrightReport)),
  },
]

function types(name: string, project = name): Step {
  // Kept from run to run: checking again takes a seventh of the time.
  const kept = `.cache/types/${name.replaceAll(' ', '-')}.tsbuildinfo`
  // By itself it checks with four threads, each of which checks again what they share: twice the processor time.
  const args = ['-p', project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', kept]
  return { name: `types: ${name}`, command: 'tsc', args }
}

/** Tests of what differs from main, which take less than a minute: all quick ones, and the nearest of the others. */
function testsOfChanges(): Step[] {
  const { base, files } = changesSinceMain()
  const quick = ['core', 'scripts', 'web'].flatMap((project) => ['--project', project])
  const near = nearest(slowTests(), files)
  return [
    ...(near.length > 0
      ? [{ name: 'API and pages beside the changes', command: 'vitest', args: ['run', ...near] }]
      : []),
    {
      name: 'rules that use the changes',
      command: 'vitest',
      args: ['run', ...quick, '--changed', base, '--passWithNoTests'],
    },
  ]
}

/** The steps write all their files here or into `.cache`, and none may be left over. */
const folder = createRunFolder()
const surroundings = {
  ...(process.argv.includes('--long') && { TEST_LONG: '1' }),
  TMPDIR: folder,
  [runVariable]: folder,
  NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
  PWTEST_CACHE_DIR: join(root, '.cache', 'playwright'),
}

const isCheck = process.argv.includes('--checks')
const isOfChanges = process.argv.includes('--changed')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// Ctrl+C also reaches the running step; when it has ended we clean up.
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isInterrupted = true
  })
}

const failed: string[] = []
const counts: Counts[] = []

// Steps that rarely use a whole core run two at a time.
const waiting = isOfChanges ? [...testsOfChanges(), ...checks] : isCheck ? [...checks] : [...checks, build]
await Promise.all(
  [1, 2].map(async () => {
    for (let step = waiting.shift(); step !== undefined && !isInterrupted; step = waiting.shift()) {
      const { name, command, args } = step
      const start = performance.now()
      const { code, output } = await runQuietly(command, args, surroundings)
      report(name, code, start, output)
    }
  }),
)
for (const { name, command, args, env, count } of isCheck ? [] : tests) {
  if (isInterrupted) break
  console.log(`\n== ${name}`)
  const start = performance.now()
  const code = await run(command, args, { ...surroundings, ...env })
  report(name, code, start)
  if (count !== undefined) counts.push(atLeastOneFailure(count(), code))
}
const left = await endLeftovers(folder)
report('nothing left behind', left.length, performance.now(), left.map((one) => `${one}\n`).join(''))

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
if (isOfChanges) console.log('\nWithout the browser and the other tests, which `npm test` runs.')
if (!isCheck) console.log(`\n${totalsLine(counts)}`)
process.exitCode = failed.length > 0 || isInterrupted ? 1 : 0

function report(name: string, code: number, start: number, output?: string) {
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (output !== undefined) process.stdout.write(`\n== ${name}\n${output}`)
  console.log(`   ${code === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
  if (code !== 0) failed.push(name)
}

/** A run that failed outside of any test must not be reported as a success. */
function atLeastOneFailure(count: Counts, code: number): Counts {
  return code === 0 ? count : { ...count, failed: Math.max(count.failed, 1) }
}
