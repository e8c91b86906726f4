import { lookup } from 'node:dns/promises'
import { expect, it } from 'vitest'
import { failureOf } from './failures.ts'

it('a database whose name cannot be resolved is unavailable', async () => {
  const error = await lookup('banco.invalid').catch((reason: unknown) => reason)
  expect(failureOf(error)).toMatchObject({ code: 'UNAVAILABLE' })
})

it('a bug is not taken for an outage', () => {
  expect(failureOf(new TypeError('x is not a function'))).toBeUndefined()
})
