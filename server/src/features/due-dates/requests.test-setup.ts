import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { TestAppOptions } from '../../test/app.ts'
import { buildManager, buildProtocol, buildUser, type ProtocolFields } from '../../test/builders.ts'
import { testOrganisation } from '../../test/organisation.ts'

/** Saturday, 21 November 2026. */
export const at = '2026-11-21T15:00:00.000Z'

/** An organisation that can send a received protocol of two items, due on 1 December, one with a responsible user. */
export async function requestOrganisation(options: TestAppOptions = {}) {
  const organisation = await testOrganisation({ now: at, ...options })
  const { db, as, origin, destination, sender } = organisation
  const responsible = await buildUser(db, { departmentId: destination.id, name: 'Maria Souza' })
  const originManager = await buildManager(db, { departmentId: origin.id })
  const send = (fields: ProtocolFields = {}) =>
    buildProtocol(db, {
      ...{ originDepartmentId: origin.id, destinationDepartmentId: destination.id, createdBy: sender.id },
      ...{ status: protocolStatus.inProgress, createdAt: '2026-11-20T12:00:00Z' },
      items: [
        { documentNumber: '1/26', responsibleId: responsible.id, returnDate: '2026-12-01' },
        { documentNumber: '2/26', responsibleId: responsible.id, returnDate: '2026-12-01' },
      ],
      ...fields,
    })
  const body = { return_date: '2026-12-10', reason: 'Falta uma assinatura' }
  const ask = async (person: { id: number }, itemId: number | undefined, changes: object = {}) =>
    as(person).post(`/api/protocols/items/${itemId}/extension-requests`, { ...body, ...changes })
  const decide = async (person: { id: number }, id: number, decision: object = { decision: 'grant' }) =>
    as(person).post(`/api/extension-requests/${id}/decide`, decision)
  const historyOf = (protocolId: number) =>
    db
      .selectFrom('history')
      .select(['action', 'description', 'createdBy', 'itemId'])
      .where('protocolId', '=', protocolId)
      .orderBy('id')
      .execute()
  /** Who was told of a protocol, in which words, by person. */
  const toldOf = (protocolId: number) =>
    db
      .selectFrom('notifications')
      .select(['userId', 'type', 'title', 'message', 'itemId'])
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
  const requestsOf = (itemId: number | undefined) =>
    db
      .selectFrom('extensionRequests')
      .selectAll()
      .where('itemId', '=', itemId ?? 0)
      .orderBy('id')
      .execute()
  return {
    ...organisation,
    ...{ responsible, originManager, send, body, ask, decide, historyOf, toldOf, stateOf, requestsOf },
  }
}

export const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
