import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { issueAnswerLinks } from '../../domain/mail/answer-links.repo.ts'
import { type TestAppOptions, testApp } from '../../test/app.ts'
import { buildDepartment, buildItemType, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'

/** A Thursday, seven in the morning in São Paulo. */
const morning = '2026-11-19T10:00:00Z'

/** Maria answers for what Carlos’s department sent; reminders of it go to her. */
export async function answerOrganisation(options: TestAppOptions = {}) {
  const test = await testApp({ now: morning, ...options })
  const { db, clock, anonymous } = test
  const [origin, destination] = [await buildDepartment(db), await buildDepartment(db)]
  const sender = await buildUser(db, { departmentId: origin.id, name: 'Carlos Dias' })
  const originManager = await buildManager(db, { departmentId: origin.id })
  const holder = await buildUser(db, { departmentId: destination.id, name: 'Maria Souza' })
  const manager = await buildManager(db, { departmentId: destination.id })
  const type = await buildItemType(db, { name: `Contrato ${destination.id}` })

  /** An item that Maria must return on the 20th, and its protocol. */
  const send = async (item: object = {}, protocol: object = {}) => {
    const sent = await buildProtocol(db, {
      ...{ originDepartmentId: origin.id, destinationDepartmentId: destination.id, createdBy: sender.id },
      ...{ status: protocolStatus.inProgress, createdAt: '2026-11-02T12:00:00Z', ...protocol },
      items: [
        { itemTypeId: type.id, documentNumber: '7/26', responsibleId: holder.id, returnDate: '2026-11-20', ...item },
      ],
    })
    return { protocolId: sent.id, itemId: sent.items[0]?.id ?? 0 }
  }
  /** The token of a link in a reminder of that item. */
  const linkFor = async (itemId: number, { userId = holder.id, dueDate = '2026-11-20' } = {}) => {
    const [secret = ''] = await issueAnswerLinks(db, userId, [{ itemId, dueDate }], clock.now())
    return `${secret}r`
  }
  /** Each call from an address of its own, unless it is given. */
  let calls = 0
  const from = (address?: string) => {
    calls += 1
    return { 'x-forwarded-for': address ?? `10.1.${calls >> 8}.${calls & 255}` }
  }
  const open = (token: unknown, address?: string) => anonymous.post('/api/answers/open', { token }, from(address))
  const answer = (token: unknown, choice: string, more: object = {}, address?: string) =>
    anonymous.post('/api/answers', { token, answer: choice, ...more }, from(address))

  const historyOf = (protocolId: number) =>
    db
      .selectFrom('history')
      .select(['action', 'description', 'createdBy'])
      .where('protocolId', '=', protocolId)
      .orderBy('id')
      .execute()
  const occurrencesOf = (itemId: number) =>
    db
      .selectFrom('occurrences')
      .select(['kind', 'description', 'openedBy'])
      .where('itemId', '=', itemId)
      .orderBy('id')
      .execute()
  const requestsOf = (itemId: number) =>
    db
      .selectFrom('extensionRequests')
      .select(['requestedDate', 'reason', 'askedBy'])
      .where('itemId', '=', itemId)
      .execute()
  const people = { sender, originManager, holder, manager }
  return {
    ...{ ...test, origin, destination, type, ...people, send, linkFor, open, answer },
    ...{ historyOf, occurrencesOf, requestsOf },
  }
}

/** Forwarded addresses are believed, so that a test can call from several. */
export const behindProxy = { config: { TRUST_PROXY: true as const } }
