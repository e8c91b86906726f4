import { answerPath, answers, answerToken, answerWords } from '@malote/core/answers/answer-token.ts'
import { messageWithQuote } from '@malote/core/notifications/notification.ts'
import { omittedWords } from '@malote/core/reminders/reminder-words.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { seesProtocol } from '../visibility/visible-to.ts'
import { issueAnswerLinks } from './answer-links.repo.ts'
import { activeUser, lockActiveUser, seenBy } from './mail.queries.ts'
import type { MailOrder, OrderOf, ReminderLine } from './mail-queue.ts'
import type { MailLink } from './render-mail.ts'
import { addressOf, linkTo, type Mail, renderMail } from './render-mail.ts'

/**
 * The mail for a notification of the app; undefined when the person may no longer sign in, or no longer sees the
 * protocol.
 */
export async function composeNotification(
  db: Db,
  config: Config,
  { userId, title, message, because, protocolId, commentId }: OrderOf<'notification'>,
): Promise<Mail | undefined> {
  const user = await activeUser(db, userId)
  if (protocolId !== null && !(await seenBy(db, userId, [protocolId])).has(protocolId)) return undefined
  const comment = commentId && (await visibleComment(db, userId, commentId))
  return (
    user &&
    renderMail(config, {
      to: user.email,
      subject: title,
      greeting: `Olá, ${user.name}!`,
      paragraphs: [comment ? messageWithQuote(message, comment) : message],
      action: linkTo(config, protocolId),
      because,
    })
  )
}

/** The mail about a person's own account; undefined when the person may no longer sign in. */
export async function composeAccountNotice(
  db: Db,
  config: Config,
  { userId, title, message }: OrderOf<'account'>,
): Promise<Mail | undefined> {
  const user = await activeUser(db, userId)
  return (
    user &&
    renderMail(config, {
      to: user.email,
      subject: title,
      greeting: `Olá, ${user.name}!`,
      paragraphs: [message],
      action: { label: 'Abrir o perfil', url: `${config.APP_URL}/perfil` },
    })
  )
}

/** The text of a comment on a protocol that the person still sees. */
async function visibleComment(db: Db, userId: number, id: number): Promise<string | undefined> {
  const comment = await db
    .selectFrom('comments')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select('comments.text')
    .where('comments.id', '=', id)
    .where(seesProtocol(sql.ref('comments.protocol_id')))
    .executeTakeFirst()
  return comment?.text
}

/**
 * The mail for this morning's reminder, without protocols that the person no longer sees; undefined when none is left, or
 * the person may no longer sign in. Makes the links of its lines; those of an earlier attempt to send it stay valid.
 *
 * A transaction with the person locked: what ends their links at this moment must not miss these.
 */
export const composeReminder = (
  db: Db,
  config: Config,
  { userId, title, lines: queued, omitted, omittedProtocols = 0, because }: OrderOf<'reminder'>,
  now: Date,
): Promise<Mail | undefined> =>
  db.transaction().execute(async (trx) => {
    const user = await lockActiveUser(trx, userId)
    const seen = await seenBy(
      trx,
      userId,
      queued.map(({ protocolId }) => protocolId),
    )
    const lines = queued.filter(({ protocolId }) => seen.has(protocolId))
    if (!user || lines.length === 0) return undefined
    const protocols = new Set(lines.map(({ protocolId }) => protocolId))
    const [first] = protocols
    const linksOf = await answerLinks(trx, config, userId, lines, now)
    return renderMail(config, {
      to: user.email,
      subject: title,
      greeting: `Olá, ${user.name}!`,
      paragraphs: ['Isto precisa da sua atenção:'],
      rows: lines.map((line) => ({ ...rowOf(config, line), links: linksOf(line) })),
      afterRows: omittedWords(omitted - omittedProtocols, omittedProtocols),
      action: linkTo(config, protocols.size === 1 && omitted === 0 && first !== undefined ? first : null),
      because,
    })
  })

/** Makes the links that answer the lines of a reminder, all in one statement. */
async function answerLinks(
  db: Db,
  { APP_URL }: Config,
  userId: number,
  lines: readonly ReminderLine[],
  now: Date,
): Promise<(line: ReminderLine) => MailLink[]> {
  const answerable = lines.flatMap((line) => (line.answers ? [{ line, item: line.answers }] : []))
  const secrets = await issueAnswerLinks(
    db,
    userId,
    answerable.map(({ item }) => item),
    now,
  )
  const secretOf = new Map(answerable.map(({ line }, index) => [line, secrets[index] ?? '']))
  return (line) => {
    const secret = secretOf.get(line)
    if (!secret) return []
    return answers.map((answer) => ({
      label: answerWords[answer],
      url: `${APP_URL}${answerPath}#${answerToken(secret, answer)}`,
    }))
  }
}

const rowOf = (config: Config, { item, protocolId, path, words, isOverdue }: ReminderLine) => ({
  title: item,
  detail: `Protocolo #${protocolId} · ${path}`,
  note: words,
  isUrgent: isOverdue,
  url: addressOf(config, protocolId),
})

/** The mail with a day's anchor of the history, for keeping it outside of Malote. */
export const composeAnchor = (
  config: Config,
  { to, number, day, hash }: Extract<MailOrder, { kind: 'anchor' }>,
): Mail =>
  renderMail(config, {
    to,
    subject: `Âncora do histórico nº ${number}, de ${inPortuguese(day)}`,
    greeting: 'Olá!',
    paragraphs: [
      `Este código resume todo o histórico do Malote até ${inPortuguese(day)}. Guarde esta mensagem: se alguém alterar o histórico no banco de dados, o código deixa de conferir.`,
      hash,
      `Para conferir, quem administra o servidor executa: npm run verify -- --anchor ${hash}`,
    ],
    action: { label: 'Abrir o Malote', url: config.APP_URL },
  })
