import { countInWords, spanInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import { createTransport } from 'nodemailer'
import type { Db } from '../../platform/db/connect.ts'
import { ensureOutsideTransaction } from '../../platform/db/outside-transactions.ts'
import type { Config } from '../../platform/settings/config.ts'
import { mailBacklog } from './mail.queries.ts'
import type { Mail } from './render-mail.ts'

/** A mail server, reduced to what we need. */
export interface MailTransport {
  /**
   * @param id the same for each attempt at the same mail, so that mailboxes recognise duplicates
   * @param signal ends the attempt
   */
  send: (mail: Mail, id: string, signal?: AbortSignal) => Promise<void>
  /** Connects and signs in, without sending anything. */
  verify: () => Promise<void>
  close: () => void
}

/** Timeouts for the mail server, in milliseconds. SMTP_URL may override them (`?greetingTimeout=5000`). */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Milliseconds for a whole mail: a server that says something from time to time never uses up the timeouts above. */
const longestMail = 300_000

/** The mail server of `SMTP_URL`; `undefined` when it is not set. */
export function openSmtp(
  { SMTP_URL, MAIL_FROM, APP_URL }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'APP_URL'>,
  longestMs = longestMail,
): MailTransport | undefined {
  if (SMTP_URL === undefined) return undefined
  // Marks mails as automatic, so that out-of-office programs do not reply (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  const transport = createTransport({ url: SMTP_URL, ...timeouts }, { from: MAIL_FROM, headers })
  const { hostname } = new URL(APP_URL)
  return {
    send: async ({ to, ...mail }, id, ended) => {
      ensureOutsideTransaction('A mail')
      // An address object, because a string could contain several recipients.
      const address = { name: '', address: to }
      const late = AbortSignal.timeout(longestMs)
      const signal = ended ? AbortSignal.any([late, ended]) : late
      await transport.sendMail({ ...mail, to: address, messageId: `<${id}@${hostname}>`, signal })
    },
    verify: async () => {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** Seconds that a mail may wait without a warning: retries begin after half a minute. */
const lateAfterSeconds = 10 * 60

/** Seconds after which waiting mails are a problem: invitations and password links are waited for. */
const tooLong = 3600

/** Whether e-mails leave the queue. */
export async function mailCheck(db: Db, { SMTP_URL }: Config): Promise<SystemCheck> {
  const head = { id: 'mail', title: 'E-mails' }
  if (SMTP_URL === undefined) {
    const summary = 'O envio de e-mails não está configurado.'
    return { ...head, state: 'off', summary, advice: 'Para enviar avisos e convites, informe SMTP_URL.' }
  }
  const { waiting, oldestSeconds, retrying, failed } = await mailBacklog(db)
  const isLate = waiting > 0 && oldestSeconds > lateAfterSeconds
  const summary = [
    waiting === 0
      ? 'Nenhum e-mail espera na fila.'
      : `${countInWords(waiting, 'e-mail espera', 'e-mails esperam')} na fila, o mais antigo há ${spanInWords(oldestSeconds)}.`,
    retrying > 0 && `${countInWords(retrying, 'falhou e será tentado', 'falharam e serão tentados')} de novo.`,
    failed > 0 &&
      `No último dia, ${countInWords(failed, 'e-mail não pôde', 'e-mails não puderam')} ser enviado${failed === 1 ? '' : 's'}.`,
  ]
    .filter((part) => part !== false)
    .join(' ')
  if (!isLate && failed === 0) return { ...head, state: 'ok', summary, advice: null }
  const advice = 'Verifique o servidor de e-mail de SMTP_URL; npm run doctor tenta conectar e diz o motivo.'
  return { ...head, state: waiting > 0 && oldestSeconds > tooLong ? 'problem' : 'warning', summary, advice }
}
