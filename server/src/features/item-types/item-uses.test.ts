import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { testApp } from '../../test/app.ts'
import { buildCategory, buildDepartment, buildItemType, buildProtocol, buildUser } from '../../test/builders.ts'

const { db } = await testApp()

it('the uses of types and categories stay true when many people change the items of the same protocols at once', async () => {
  const origin = await buildDepartment(db)
  const createdBy = (await buildUser(db, { departmentId: origin.id })).id
  const types = [await buildItemType(db), await buildItemType(db)].map(({ id }) => id)
  const categories = [(await buildCategory(db)).id, (await buildCategory(db)).id, null]
  const ends = { originDepartmentId: origin.id, destinationDepartmentId: (await buildDepartment(db)).id, createdBy }
  const protocols = [await buildProtocol(db, ends), await buildProtocol(db, ends)].map(({ id }) => id)

  const changes = Array.from({ length: 60 }, (_, n) => {
    const protocolId = protocols[n % 2] as number
    const use = { itemTypeId: types[n % types.length] as number, categoryId: categories[n % categories.length] ?? null }
    if (n % 3 === 0)
      return db
        .insertInto('items')
        .values({ protocolId, position: n + 2, ...use })
        .execute()
    const some = sql<number>`(select id from items where protocol_id = ${protocolId} order by random() limit 1)`
    if (n % 7 === 0) return db.deleteFrom('items').where('id', '=', some).execute()
    return db.updateTable('items').set(use).where('id', '=', some).execute()
  })
  await Promise.all(changes)

  expect(await findBrokenInvariants(db)).toEqual([])
  await sql`select rebuild_derived()`.execute(db)
  expect(await findBrokenInvariants(db)).toEqual([])
})
