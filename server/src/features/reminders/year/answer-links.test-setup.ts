import { composeReminder } from '../../../domain/mail/compose-mail.ts'
import type { TestApp } from '../../../test/app.ts'
import type { Mail } from './ledger.test-setup.ts'

/** The links of one line of a reminder. */
export interface AnswerLink {
  protocolId: number
  document: string
  token: string
}

/** Writes the mail of a reminder as the server does when it sends it, and reads the first link of each line. */
export async function linksIn({ app, db, clock }: TestApp, order: Mail): Promise<AnswerLink[]> {
  const mail = await composeReminder(db, app.settings, order, clock.now())
  const lines = mail?.text.matchAll(/^- .*?(D-\d+).*\n.*\n.*\/protocolos\/(\d+)\n.*\/responder#(\S+)$/gm) ?? []
  return [...lines].map(([, document = '', protocolId, token = '']) => ({
    ...{ protocolId: Number(protocolId), document, token },
  }))
}
