import { searchable, searchableNumber } from '@malote/core/shared/typed-text.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildProtocol } from '../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { refreshSearchTexts } from './refresh-search-texts.ts'
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
      const found = searchable(part) !== ''
      expect(await isFound(document, part)).toEqual({ found, isPart: found })
    }),
  )
  await fc.assert(
    fc.asyncProperty(text, text, async (document, term) => {
      const { found, isPart } = (await isFound(document, term)) ?? {}
      expect(found).toBe(isPart)
    }),
  )
})

const codesFrom = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => first + index)

const inDatabase = async (texts: readonly string[]) => {
  const { rows } = await sql<{ text: string; number: string }>`
    select searchable(t) as text, searchable_number(t) as number from unnest(${texts}::text[]) with ordinality u (t, n) order by n
  `.execute(database.db)
  return rows
}

it('sees in every character what the search in the browser sees', async () => {
  // What names and documents consist of: Latin, Greek and Cyrillic letters, signs, blanks, what is invisible, full width.
  // Without Georgian capitals: some versions of ICU know no small ones.
  const codes = [...Array(0x1c80).keys(), ...codesFrom(0x1cc0, 0x2c00), ...codesFrom(0xfe00, 0xfffd)].slice(1)
  const texts = codes.map((code) => `a${String.fromCodePoint(code)}b ${String.fromCodePoint(code)}`)
  const found = await inDatabase(texts)
  expect(texts.filter((text, index) => found[index]?.text !== searchable(text))).toEqual([])
})

it('sees in every text what the search in the browser sees', async () => {
  const unit = fc.constantFrom(
    ...'aÀçßØº°´’`‑– 1.:/\t\n\r%',
    '\u00a0',
    '\u200b',
    '\u00ad',
    'e\u0301',
    '👩\u200d👧',
    '\u0001',
    'İ',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit, maxLength: 30 }), { minLength: 50, maxLength: 50 }), async (texts) => {
      expect((await inDatabase(texts)).map(({ text }) => text)).toEqual(texts.map(searchable))
    }),
    { numRuns: 20 },
  )
})

// proves 12.12
it.each(['\u0301', '\u0301\u0300', ' \u0327 '])(
  'finds nothing, not everything, by the accent %j alone',
  async (term) => {
    const { rows } = await sql<{ found: boolean }>`
    select searchable(t) like ${contains(term)} as found from unnest(array['', 'José', 'a b']) t`.execute(database.db)
    expect(rows).toEqual(Array(3).fill({ found: false }))
  },
)

it('finds a long number with and without its mask', async () => {
  const numbers = ['00058.987654/2026-11', '3526 1199 8877 6600 0195 5500 1000 0012 3410 0001 2345', '529.982.247-25']
  for (const [index, { number }] of (await inDatabase(numbers)).entries()) {
    const masked = numbers[index] ?? ''
    for (const typed of [masked, masked.replace(/\D/g, '')]) expect(number).toContain(searchableNumber(typed))
  }
})

it('rewrites the search texts of another release, once, and nothing else', async () => {
  const { db, serverDb, drop } = await testDatabase()
  const { items } = await buildProtocol(db, {
    items: [{ documentNumber: '00058.987654/2026-11' }, { documentNumber: 'A 7' }],
  })
  const itemsNow = async () =>
    (await sql<{ row: unknown }>`select to_jsonb(i) as row from items i order by id`.execute(db)).rows
  const before = await itemsNow()
  await sql`update items set word_text = 'as it was' where id = ${items[0]?.id}`.execute(db)

  expect(await refreshSearchTexts(serverDb, 1)).toBe(1)
  expect(await itemsNow()).toEqual(before)

  await sql`update items set search_text = 'as it was'`.execute(db)
  expect(await refreshSearchTexts(serverDb)).toBe(0)
  await drop()
})
