import { removedText } from '@malote/core/black-outs/black-out.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildUser } from '../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { keepText, keepTexts } from './typed-texts.repo.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** Texts, and a function that reads a sentence which names some of them. */
async function texts(...bodies: string[]) {
  const { db } = database
  const kept = await db.transaction().execute((trx) =>
    keepTexts(
      trx,
      bodies.map((body) => ({ body, of: [] })),
    ),
  )
  const read = async (sentence: string, ids: number[] | null) =>
    (await sql<{ said: string }>`select filled_in(${sentence}, ${ids}::bigint[]) as said`.execute(db)).rows[0]?.said
  return { ids: kept.map(({ id }) => id), tokens: kept.map(({ token }) => token), read }
}

it('a sentence gets its texts, in any order and number, and one without texts stays as it is', async () => {
  const { ids, tokens, read } = await texts('antes', 'depois')
  const [before, after] = tokens
  expect(await read(`De “${before}” para “${after}”, não ${before}`, ids)).toBe('De “antes” para “depois”, não antes')
  expect(await read(`${after}${before}`, ids.toReversed())).toBe('depoisantes')
  expect(await read('Sem', [])).toBe('Sem')
  expect(await read('Sem', null)).toBe('Sem')
})

it('what looks like a token in a name gets no text of another sentence', async () => {
  const { ids, tokens, read } = await texts('segredo', 'próprio')
  const [other, own] = tokens
  const name = `Ana \uFFFC${other}\uFFFC\uFFFC0${other}`
  expect(await read(`${name}: ${own}.`, ids.slice(1))).toBe(`${name}: próprio.`)
  expect(await read(`${name}: ${own}.`, null)).toBe(`${name}: ${own}.`)
})

it('what looks like a token in a text stays there, so that texts cannot multiply one another', async () => {
  const { ids, tokens, read } = await texts('x', 'y')
  const [first, second] = tokens
  const { ids: outer, tokens: outerTokens } = await texts(`${first}${second}${second}`)
  expect(await read(`${outerTokens[0]} ${first}`, [...outer, ...ids])).toBe(`${first}${second}${second} x`)
})

it('a sentence of which one text is missing is removed as a whole', async () => {
  const { ids, tokens, read } = await texts('fica')
  expect(await read(`Diz ${tokens[0]}`, [...ids, 0])).toBe(removedText)
})

it('a person whose name contains the token of another act shows it as it is', async () => {
  const { db, as, sender, form, origin } = await testOrganisation()
  const secret = await db.transaction().execute((trx) => keepText(trx, 'segredo'))
  const person = await buildUser(db, { departmentId: origin.id, name: `Eva ${secret.token}` })
  const { body } = await as(sender).post('/api/protocols', form())
  expect((await as(person).post(`/api/protocols/${body.protocol_id}/cancel`, { reason: 'Veio em dobro' })).status).toBe(
    200,
  )
  const detail = await as(sender).get(`/api/protocols/${body.protocol_id}`)
  expect(detail.body.history[0].description).toBe(`${person.name} cancelou o protocolo. Motivo: Veio em dobro`)
  const inbox = await as(sender).get(`/notifications/${sender.id}`)
  expect(inbox.body.notifications[0].message).toContain(`${person.name} cancelou o protocolo. Motivo: Veio em dobro\n`)
})
