// `npm run mutants`: puts one seeded fault after the other into the code and reports whether the test that guards
// against its kind fails. `npm run mutants -- lock` runs those whose kind contains the word.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runQuietly } from './lib/run.ts'
import { type Fault, faults } from './mutants/faults.ts'

const chosen = faults.filter(({ kind }) => kind.includes(process.argv[2] ?? ''))
let restore = () => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    restore()
    process.exit(1)
  })

const missed: string[] = []
for (const fault of chosen) {
  const start = performance.now()
  const isCaught = await isCaughtBy(fault)
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  console.log(`${isCaught ? 'caught' : 'MISSED'}  ${fault.kind}  (${fault.test}, ${seconds} s)`)
  if (!isCaught) missed.push(fault.kind)
}
console.log(`${chosen.length - missed.length} of ${chosen.length} seeded faults are caught`)
process.exitCode = missed.length > 0 || chosen.length === 0 ? 1 : 0

async function isCaughtBy({ file, from, to, test, title }: Fault): Promise<boolean> {
  if (spawnSync('git', ['diff', '--quiet', 'HEAD', '--', file], { cwd: root }).status !== 0)
    throw new Error(`${file} has changes that are not committed`)
  const path = join(root, file)
  const source = readFileSync(path, 'utf8')
  restore = () => writeFileSync(path, source)
  try {
    writeFileSync(
      path,
      source.replace(from, () => to),
    )
    const only = title === undefined ? [] : ['-t', title]
    if (test.endsWith('.spec.ts')) {
      const build = await runQuietly('node', ['scripts/build-web.ts'])
      return (
        build.code !== 0 || (await runQuietly('playwright', ['test', test, ...(title ? ['-g', title] : [])])).code !== 0
      )
    }
    if (test.startsWith('scripts/') && !test.endsWith('.test.ts'))
      return (await runQuietly('node', test.split(' '))).code !== 0
    return (await runQuietly('vitest', ['run', test, '--bail=1', ...only])).code !== 0
  } finally {
    restore()
  }
}
