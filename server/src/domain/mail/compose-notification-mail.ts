import { messageWithQuote } from '@malote/core/notifications/notification.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { seesProtocol } from '../visibility/visible-to.ts'
import type { OrderOf } from './mail-order.ts'
import { linkTo } from './protocol-link.ts'
import { activeUser, seenBy } from './recipient.queries.ts'
import { type Mail, renderMail } from './render-mail.ts'

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
