import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { MailOrder } from './mail-order.ts'
import { type Mail, renderMail } from './render-mail.ts'

type NotificationOrder = Extract<MailOrder, { kind: 'notification' }>

/** A notification of the app, as a mail; undefined when the person may no longer sign in. */
export async function composeNotification(db: Db, config: Config, order: NotificationOrder): Promise<Mail | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', order.userId)
    .where('isActive', '=', true)
    .executeTakeFirst()
  if (!user) return undefined
  const path = order.protocolId === null ? '' : `/protocolos/${order.protocolId}`
  return renderMail(config, {
    to: user.email,
    subject: order.title,
    greeting: `Olá, ${user.name}!`,
    paragraphs: [order.message],
    action: {
      label: order.protocolId === null ? 'Abrir o Malote' : `Abrir o protocolo #${order.protocolId}`,
      url: `${config.APP_URL}${path}`,
    },
  })
}
