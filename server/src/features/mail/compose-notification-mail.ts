import { answerPath, answers, answerToken, answerWords } from '@malote/core/answers/answer-token.ts'
import { messageWithQuote, notificationPath, returnsPath } from '@malote/core/notifications/notification.ts'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Db } from '../../db/connect.ts'
import { seesProtocol } from '../../visibility/visible-to.ts'
import { issueAnswerLinks } from '../answer-links/public.ts'
import type { MailOrder, ReminderLine } from './mail-order.ts'
import type { MailLink } from './mail-page.ts'
import { type Mail, renderMail } from './render-mail.ts'

type OrderOf<Kind extends MailOrder['kind']> = Extract<MailOrder, { kind: Kind }>

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

/**
 * The mail for this morning's reminder, without protocols that the person no longer sees; undefined when none is left, or
 * the person may no longer sign in. Makes the links of its lines; those of an earlier attempt to send it stay valid.
 */
export async function composeReminder(
  db: Db,
  config: Config,
  { userId, title, lines: queued, omitted, because }: OrderOf<'reminder'>,
  now: Date,
): Promise<Mail | undefined> {
  const user = await activeUser(db, userId)
  const seen = await seenBy(
    db,
    userId,
    queued.map(({ protocolId }) => protocolId),
  )
  const lines = queued.filter(({ protocolId }) => seen.has(protocolId))
  if (!user || lines.length === 0) return undefined
  const protocols = new Set(lines.map(({ protocolId }) => protocolId))
  const [first] = protocols
  const linksOf = await answerLinks(db, config, userId, lines, now)
  return renderMail(config, {
    to: user.email,
    subject: title,
    greeting: `Olá, ${user.name}!`,
    paragraphs: ['Isto precisa da sua atenção:'],
    rows: lines.map((line) => ({ ...rowOf(config, line), links: linksOf(line) })),
    afterRows: omitted > 0 ? `e mais ${omitted === 1 ? '1 item' : `${omitted} itens`}` : undefined,
    action: linkTo(config, protocols.size === 1 && omitted === 0 && first !== undefined ? first : null),
    because,
  })
}

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

/** Those of the protocols that the person sees. */
async function seenBy(db: Db, userId: number, protocolIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('protocols as p')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select('p.id')
    .where('p.id', '=', anyOf(protocolIds))
    .where(seesProtocol(sql.ref('p.id')))
    .execute()
  return new Set(rows.map(({ id }) => id))
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

const activeUser = (db: Db, id: number) =>
  db.selectFrom('users').select(['name', 'email']).where('id', '=', id).where('isActive', '=', true).executeTakeFirst()

const rowOf = (config: Config, { item, protocolId, path, words, isOverdue }: ReminderLine) => ({
  title: item,
  detail: `Protocolo #${protocolId} · ${path}`,
  note: words,
  isUrgent: isOverdue,
  url: addressOf(config, protocolId),
})

const linkTo = (config: Config, protocolId: number | null) => ({
  label: protocolId === null ? 'Abrir o retorno de itens' : `Abrir o protocolo #${protocolId}`,
  url: addressOf(config, protocolId),
})

const addressOf = ({ APP_URL }: Config, protocolId: number | null) =>
  `${APP_URL}${notificationPath({ protocolId }) ?? returnsPath}`
