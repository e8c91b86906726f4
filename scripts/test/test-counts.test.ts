import { expect, it } from 'vitest'
import { countPlaywright, countVitest, totalsLine } from './test-counts.ts'

it('adds up what the runners report, in the form that machines read', () => {
  const vitest = countVitest({ numPassedTests: 10, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
  const playwright = countPlaywright({ stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 } })

  expect(totalsLine([vitest, playwright])).toBe('Total: 15 passed, 2 failed, 3 skipped')
})

it('counts a runner that left no report as a failure', () => {
  expect(totalsLine([countVitest(undefined)])).toBe('Total: 0 passed, 1 failed, 0 skipped')
})
