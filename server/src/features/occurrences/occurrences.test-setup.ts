import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { TestAppOptions } from '../../test/app.ts'
import { buildManager, buildProtocol, buildUser, type ProtocolFields } from '../../test/builders.ts'
import { testOrganisation } from '../../test/organisation.ts'

export const at = '2026-11-21T15:00:00.000Z'

/** An organisation with a received protocol of two items, one of which has a responsible user. */
export async function occurrenceOrganisation(options: TestAppOptions = {}) {
  const organisation = await testOrganisation({ now: at, ...options })
  const { db, as, origin, destination, sender } = organisation
  const responsible = await buildUser(db, { departmentId: destination.id })
  const originManager = await buildManager(db, { departmentId: origin.id })
  const send = (fields: ProtocolFields = {}) =>
    buildProtocol(db, {
      ...{ originDepartmentId: origin.id, destinationDepartmentId: destination.id, createdBy: sender.id },
      ...{ status: protocolStatus.inProgress, createdAt: '2026-11-20T12:00:00Z' },
      items: [{ documentNumber: '1/26', responsibleId: responsible.id }, { documentNumber: '2/26' }],
      ...fields,
    })
  const body = { kind: 'lost', description: 'Ninguém acha a chave' }
  const open = async (person: { id: number }, itemId: number | undefined, changes: object = {}) =>
    as(person).post(`/api/protocols/items/${itemId}/occurrences`, { ...body, ...changes })
  const resolve = (person: { id: number }, id: number, outcome: string, note = 'Estava na gaveta') =>
    as(person).post(`/api/occurrences/${id}/resolve`, { outcome, note })
  const historyOf = (protocolId: number) =>
    db
      .selectFrom('history')
      .select(['action', 'description', 'createdBy', 'itemId'])
      .where('protocolId', '=', protocolId)
      .orderBy('id')
      .execute()
  /** Who was told of a protocol, of what, in which words, by person. */
  const toldOf = (protocolId: number) =>
    db
      .selectFrom('notifications')
      .select(['userId', 'type', 'title', 'message'])
      .where('protocolId', '=', protocolId)
      .orderBy('userId')
      .orderBy('id')
      .execute()
  const stateOf = (itemId: number | undefined) =>
    db
      .selectFrom('items')
      .selectAll()
      .where('id', '=', itemId ?? 0)
      .executeTakeFirstOrThrow()
  return { ...organisation, responsible, originManager, send, body, open, resolve, historyOf, toldOf, stateOf }
}

export const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
