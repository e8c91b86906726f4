import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { requestOrganisation } from './requests.test-setup.ts'

let organisation: Awaited<ReturnType<typeof requestOrganisation>>
let id: number
let itemId: number
beforeAll(async () => {
  organisation = await requestOrganisation({ ownDatabase: true })
  const { items } = await organisation.send()
  itemId = items[0]?.id ?? 0
  id = (await organisation.ask(organisation.responsible, itemId)).body.id
})

it.each([
  `update extension_requests set requested_date = '2026-12-31'`,
  'update extension_requests set asked_at = now()',
  `update extension_requests set status = 'aberto', decided_at = null where status = 'negado'`,
  `update extension_requests set decided_at = now() where status = 'negado'`,
  'delete from extension_requests',
  'truncate extension_requests',
])('a request is a record: %s is refused', async (statement) => {
  const { items } = await organisation.send()
  const denied = (await organisation.ask(organisation.responsible, items[0]?.id)).body.id
  await organisation.decide(organisation.sender, denied, { decision: 'deny', note: 'É urgente' })
  await expect(sql.raw(statement).execute(organisation.db)).rejects.toThrow(/refused/)
})

it('verify finds one that outlived its item, and the repair ends it', async () => {
  const { db } = organisation
  expect(await findBrokenInvariants(db)).toEqual([])
  await sql`alter table items disable trigger items_end_their_request`.execute(db)
  await organisation.as(organisation.recipient).post(`/api/protocols/items/${itemId}/return`)
  await sql`alter table items enable trigger items_end_their_request`.execute(db)
  expect(await findBrokenInvariants(db)).toEqual([
    'as cópias em extension_requests, e os que já não podem estar abertos: 1 linha(s) que os fatos não confirmam, 1 que faltam.',
  ])
  await sql`select rebuild_derived()`.execute(db)
  expect(await findBrokenInvariants(db)).toEqual([])
  const request = (await organisation.requestsOf(itemId)).find((one) => one.id === id)
  expect(request).toMatchObject({ status: 'encerrado', decidedBy: null })
})
