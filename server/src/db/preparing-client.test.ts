import { expect, it, vi } from 'vitest'
import { statementName } from './preparing-client.ts'

it('names a statement alike in every process, whatever each has prepared before', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `select $1::int + ${index}`)
  const here = texts.map(statementName)
  vi.resetModules()
  const other = await import('./preparing-client.ts')
  const there = texts.toReversed().map(other.statementName).reverse()

  expect(there).toEqual(here)
  expect(new Set(here).size).toBe(texts.length)
  // PostgreSQL and PgBouncer cut longer names.
  for (const name of here) expect(name).toMatch(/^malote_[\w-]{24}$/)
})
