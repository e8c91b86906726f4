import { countInWords, spanInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { mailBacklog } from './mail-backlog.queries.ts'

/** Seconds that a mail may wait without a warning: retries begin after half a minute. */
const patience = 10 * 60

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
  const isLate = waiting > 0 && oldestSeconds > patience
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
