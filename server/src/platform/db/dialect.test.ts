import { expect, it } from 'vitest'
import { isRefusedCommit } from './dialect.ts'

it.each([
  ['a deferred foreign key', '23503', true],
  ['a collision', '40001', true],
  ['a deadlock', '40P01', true],
  ['an exception of a trigger', 'P0001', true],
  ['a completion that is unknown', '40003', false],
  ['a server that is being stopped', '57P01', false],
  ['a timeout', '57014', false],
  ['a connection that failed', '08006', false],
  ['an internal error', 'XX000', false],
  ['a socket', 'ECONNRESET', false],
])('takes %s (%s) as a refused commit: %s', (_what, code, isRefused) => {
  expect(isRefusedCommit(Object.assign(new Error('commit'), { code }))).toBe(isRefused)
})

it('takes an error without a code as one that says nothing', () => {
  expect(isRefusedCommit(new Error('Connection terminated unexpectedly'))).toBe(false)
})
