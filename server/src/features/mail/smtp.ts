import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Mail } from './render-mail.ts'

/** A mail server, as far as we need one. */
export interface MailTransport {
  /** @param id the same for each attempt at the same mail, so that a mailbox recognises one that came twice */
  send: (mail: Mail, id: string) => Promise<void>
  close: () => void
}

/** Longest waits for the mail server, in milliseconds; SMTP_URL may say others (`?greetingTimeout=5000`). */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** The mail server of `SMTP_URL`; `undefined` when there is none. */
export function openSmtp({
  SMTP_URL,
  MAIL_FROM,
  APP_URL,
}: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'APP_URL'>): MailTransport | undefined {
  if (SMTP_URL === undefined) return undefined
  // Automatic, so that nobody's out-of-office answers it (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  const transport = createTransport({ url: SMTP_URL, ...patience }, { from: MAIL_FROM, headers })
  const { hostname } = new URL(APP_URL)
  return {
    send: async ({ to, ...mail }, id) => {
      // An address object: a list of recipients cannot be smuggled in through one.
      await transport.sendMail({ ...mail, to: { name: '', address: to }, messageId: `<${id}@${hostname}>` })
    },
    close: () => transport.close(),
  }
}
