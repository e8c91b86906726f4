import { createTransport } from 'nodemailer'
import type { Config } from '../../platform/settings/config.ts'
import type { Mail } from './render-mail.ts'

/** A mail server, reduced to what we need. */
export interface MailTransport {
  /** @param id the same for each attempt at the same mail, so that mailboxes recognise duplicates */
  send: (mail: Mail, id: string) => Promise<void>
  /** Connects and signs in, without sending anything. */
  verify: () => Promise<void>
  close: () => void
}

/** Timeouts for the mail server, in milliseconds. SMTP_URL may override them (`?greetingTimeout=5000`). */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** The mail server of `SMTP_URL`; `undefined` when it is not set. */
export function openSmtp({
  SMTP_URL,
  MAIL_FROM,
  APP_URL,
}: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'APP_URL'>): MailTransport | undefined {
  if (SMTP_URL === undefined) return undefined
  // Marks mails as automatic, so that out-of-office programs do not reply (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  const transport = createTransport({ url: SMTP_URL, ...patience }, { from: MAIL_FROM, headers })
  const { hostname } = new URL(APP_URL)
  return {
    send: async ({ to, ...mail }, id) => {
      // An address object, because a string could contain several recipients.
      await transport.sendMail({ ...mail, to: { name: '', address: to }, messageId: `<${id}@${hostname}>` })
    },
    verify: async () => {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
