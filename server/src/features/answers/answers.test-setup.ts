import { issueAnswerLinks } from '../../domain/mail/answer-links.repo.ts'
import type { TestAppOptions } from '../../test/app.ts'
import { buildItemType } from '../../test/builders.ts'
import { custody } from '../../test/organisation.ts'

/** A Thursday, seven in the morning in São Paulo. */
const morning = '2026-11-19T10:00:00Z'

/** Maria answers for what the origin sent; reminders of it go to her. */
export async function answerOrganisation(options: TestAppOptions = {}) {
  const test = await custody({ now: morning, ...options })
  const { db, clock, anonymous, responsible: holder } = test
  const type = await buildItemType(db, { name: `Contrato ${test.destination.id}` })
  const due = { itemTypeId: type.id, documentNumber: '7/26', responsibleId: holder.id, returnDate: '2026-11-20' }

  /** An item that Maria must return on the 20th, and its protocol. */
  const send = async (item: object = {}, protocol: object = {}) => {
    const sent = await test.send({ createdAt: '2026-11-02T12:00:00Z', ...protocol, items: [{ ...due, ...item }] })
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

  return { ...test, type, holder, send, linkFor, open, answer }
}

/** Forwarded addresses are believed, so that a test can call from several. */
export const behindProxy = { config: { TRUST_PROXY: true as const } }
