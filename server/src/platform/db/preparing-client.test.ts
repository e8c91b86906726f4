import { expect, it, vi } from 'vitest'

/** As in a process that has prepared nothing yet: the names of a process are limited, and the files of a worker share them. */
async function inNewProcess() {
  vi.resetModules()
  return (await import('./preparing-client.ts')).statementName
}

// proves 19.10
it('names a statement alike in every process, whatever each has prepared before', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `select $1::int + ${index}`)
  const here = texts.map(await inNewProcess())
  const there = texts
    .toReversed()
    .map(await inNewProcess())
    .reverse()

  expect(there).toEqual(here)
  expect(new Set(here).size).toBe(texts.length)
  // PostgreSQL and PgBouncer cut longer names.
  for (const name of here) expect(name).toMatch(/^malote_[\w-]{24}$/)
})
