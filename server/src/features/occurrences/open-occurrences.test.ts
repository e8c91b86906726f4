import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { beforeAll, expect, it } from 'vitest'
import { itemsOfLocked, lockProtocol } from '../../domain/custody/lock-protocol.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'
import { openOccurrences } from './public.ts'

let test: TestApp
const at = new Date('2026-11-21T15:00:00Z')

beforeAll(async () => {
  test = await testApp({ now: at })
})

const actorOf = ({ id, name, role, departmentId }: Viewer): Actor => {
  return { ...{ id, name, role, departmentId }, address: '::1', mostNotified: 100, audited: [] }
}

async function organisation() {
  const protocol = await buildProtocol(test.db, {
    status: protocolStatus.inProgress,
    items: [{ documentNumber: '1/26' }, { documentNumber: '2/26' }, { documentNumber: '3/26' }],
  })
  const { originDepartmentId, destinationDepartmentId } = protocol
  const receiver = await buildUser(test.db, { departmentId: destinationDepartmentId, name: 'Maria Souza' })
  const responsible = await buildUser(test.db, { departmentId: destinationDepartmentId })
  const originManager = await buildManager(test.db, { departmentId: originDepartmentId })
  const destinationManager = await buildManager(test.db, { departmentId: destinationDepartmentId })
  const [, second] = protocol.items
  await test.db
    .updateTable('items')
    .set({ responsibleId: responsible.id })
    .where('id', '=', second?.id ?? 0)
    .execute()
  return { protocol, receiver, responsible, originManager, destinationManager }
}

const open = (by: Actor, protocolId: number, numbers: readonly string[]) =>
  test.db.transaction().execute(async (trx) => {
    const protocol = await lockProtocol(trx, protocolId, by)
    const items = await itemsOfLocked(trx, protocolId)
    const lines = items
      .filter(({ documentNumber }) => numbers.includes(documentNumber ?? ''))
      .map((item) => ({ item, kind: 'missing' as const, description: `Faltou ${item.documentNumber}` }))
    return openOccurrences(trx, protocol, lines, by, at)
  })

const toldOf = async (protocolId: number) => {
  const rows = await test.db
    .selectFrom('notifications')
    .select(['userId', 'type', 'message'])
    .where('protocolId', '=', protocolId)
    .orderBy('userId')
    .execute()
  return rows
}

// proves 20.11
it('writes several occurrences as one act: one entry, one notice per person of the other side', async () => {
  const { protocol, receiver, responsible, originManager } = await organisation()
  expect(await open(actorOf(receiver), protocol.id, ['1/26', '2/26'])).toBe(2)

  const history = await test.db.selectFrom('history').selectAll().where('protocolId', '=', protocol.id).execute()
  const type = async (index: number) =>
    (
      await test.db
        .selectFrom('itemTypes')
        .select('name')
        .where('id', '=', protocol.items[index]?.itemTypeId ?? 0)
        .executeTakeFirstOrThrow()
    ).name
  const lines = [
    `Item 1/26 (${await type(0)}): Não veio. Descrição: “Faltou 1/26”`,
    `Item 2/26 (${await type(1)}): Não veio. Descrição: “Faltou 2/26”`,
  ]
  expect(history.map(({ action, description, createdBy }) => [action, description, createdBy])).toEqual([
    ['Ocorrência registrada', `Maria Souza registrou 2 ocorrências: ${lines.join('; ')}`, receiver.id],
  ])
  const own = await test.db
    .selectFrom('historyItems')
    .select('description')
    .where('historyId', '=', history[0]?.id ?? 0)
    .orderBy('itemId')
    .execute()
  expect(own.map(({ description }) => description)).toEqual(
    lines.map((line) => `Maria Souza registrou ocorrência no ${line}`),
  )
  const told = await toldOf(protocol.id)
  expect(told.map(({ userId }) => userId)).toEqual(
    [protocol.createdBy, responsible.id, originManager.id].toSorted((a, b) => a - b),
  )
  expect(told[0]?.message).toBe(
    [
      `Maria Souza registrou 2 ocorrências no protocolo #${protocol.id}:`,
      ...lines,
      'Você recebeu este aviso porque criou o protocolo.',
    ].join('\n'),
  )
})

// proves 20.11
it('tells both sides of what an Admin of a third department found, and nobody twice', async () => {
  const { protocol, originManager, destinationManager } = await organisation()
  const admin = await buildAdmin(test.db, { departmentId: null })
  expect(await open(actorOf(admin), protocol.id, ['1/26'])).toBe(1)
  const told = (await toldOf(protocol.id)).map(({ userId }) => userId)
  expect(told).toEqual([protocol.createdBy, originManager.id, destinationManager.id].toSorted((a, b) => a - b))
})

it('writes nothing when one of them is already open', async () => {
  const { protocol, receiver } = await organisation()
  await open(actorOf(receiver), protocol.id, ['1/26'])
  await expect(open(actorOf(receiver), protocol.id, ['1/26', '2/26'])).rejects.toMatchObject({
    code: 'OCCURRENCE_ALREADY_OPEN',
  })
  const rows = await test.db.selectFrom('occurrences').select('id').where('protocolId', '=', protocol.id).execute()
  expect(rows).toHaveLength(1)
})

it('does nothing without a line', async () => {
  const { protocol, receiver } = await organisation()
  expect(await open(actorOf(receiver), protocol.id, [])).toBe(0)
  expect(await toldOf(protocol.id)).toEqual([])
})
