import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildProtocol } from '../../test/builders.ts'
import { testDatabase } from '../../test/database.ts'
import { refreshSearchTexts } from './refresh-search-texts.ts'

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
