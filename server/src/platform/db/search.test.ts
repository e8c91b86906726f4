import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { contains, documentHas } from './search.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const isFound = async (document: string, term: string) => {
  const { rows } = await sql<{ found: boolean; isPart: boolean }>`
    select ${documentHas(term, contains(term))} as found, i.search_text like ${contains(term)} as is_part
    from (select searchable(${document}) as search_text) i`.execute(database.db)
  return rows[0]
}

// A small alphabet, so that long numbers and look-alikes (full-width digits, fractions) often occur together.
const text = fc.string({ unit: fc.constantFrom('1', '2', '1', 'é', '/', '-', '%', '_', ' ', '３', '½'), maxLength: 16 })

it('finds a document by every part of its number, long or short, and by nothing else', async () => {
  const ends = fc.tuple(fc.nat(16), fc.nat(16))
  await fc.assert(
    fc.asyncProperty(text, ends, async (document, [one, other]) => {
      const part = document.slice(Math.min(one, other), Math.max(one, other))
      expect(await isFound(document, part)).toEqual({ found: true, isPart: true })
    }),
  )
  await fc.assert(
    fc.asyncProperty(text, text, async (document, term) => {
      const { found, isPart } = (await isFound(document, term)) ?? {}
      expect(found).toBe(isPart)
    }),
  )
})
