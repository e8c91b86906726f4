import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nearest } from './changed.ts'
import { endLeftovers, runVariable } from './leftovers.ts'
import { countPlaywright, countVitest, totalsLine } from './test-counts.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'malote-left-'))
const sleeper = (options: { env?: NodeJS.ProcessEnv; cwd?: string }) => spawn('sleep', ['60'], options)

it('says nothing of a run that is over, and removes its folder', async () => {
  const folder = newFolder()
  expect(await endLeftovers(folder)).toEqual([])
  expect(existsSync(folder)).toBe(false)
})

it.runIf(process.platform === 'linux')('names and ends what a run has left, and nothing of another run', async () => {
  const [folder, other] = [newFolder(), newFolder()]
  writeFileSync(join(folder, 'forgotten'), '')
  const marked = sleeper({ env: { ...process.env, [runVariable]: folder } })
  const inside = sleeper({ cwd: folder, env: { PATH: process.env.PATH } })
  const foreign = sleeper({ cwd: other, env: { ...process.env, [runVariable]: other } })

  const left = await endLeftovers(folder, 100)

  expect(left.toSorted()).toEqual(
    [
      `process ${marked.pid} was left behind: sleep 60`,
      `process ${inside.pid} was left behind: sleep 60`,
      `${join(folder, 'forgotten')} was left behind`,
    ].toSorted(),
  )
  expect(existsSync(folder)).toBe(false)
  await expect.poll(() => [marked.signalCode, inside.signalCode]).toEqual(['SIGKILL', 'SIGKILL'])
  expect(foreign.exitCode ?? foreign.signalCode).toBeNull()
  foreign.kill()
  await expect.poll(() => foreign.signalCode).toBe('SIGTERM')
  await endLeftovers(other)
})

const tests = [
  'server/src/features/items/items.test.ts',
  'server/src/features/returns/returns.test.ts',
  'server/src/features/protocols/create/create.test.ts',
  'web/src/domain/items/items.page.test.tsx',
]

it.each([
  ['server/src/features/items/return-item.ts', [tests[0]]],
  ['server/src/features/protocols/create/create.test.ts', [tests[2]]],
  ['core/src/items/item-rules.ts', [tests[0], tests[3]]],
  ['web/src/domain/items/item-dialogs.tsx', [tests[3]]],
  ['core/src/shared/verdict.ts', []],
  ['docs/web.md', []],
])('a changed %s calls for the slow tests beside it and of its feature', (file, called) => {
  expect(nearest(tests, [file])).toEqual(called)
})

it('adds up what the runners report, in the form that machines read', () => {
  const vitest = countVitest({ numPassedTests: 10, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
  const playwright = countPlaywright({ stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 } })

  expect(totalsLine([vitest, playwright])).toBe('Total: 15 passed, 2 failed, 3 skipped')
})

it('counts a runner that left no report as a failure', () => {
  expect(totalsLine([countVitest(undefined)])).toBe('Total: 0 passed, 1 failed, 0 skipped')
})
