import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Mail } from './render-mail.ts'

export interface MailTransport {
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** Longest wait for the mail server at any one step, in milliseconds. */
const patience = 20_000

/** The mail server of `SMTP_URL`; `undefined` when there is none. */
export function openSmtp({ SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>): MailTransport | undefined {
  if (SMTP_URL === undefined) return undefined
  const transport = createTransport(
    { url: SMTP_URL, connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience },
    { from: MAIL_FROM },
  )
  return {
    send: async ({ to, ...mail }) => {
      // An address object: a list of recipients cannot be smuggled in through one.
      await transport.sendMail({ ...mail, to: { name: '', address: to } })
    },
    close: () => transport.close(),
  }
}
