import { notificationPath, returnsPath } from '@malote/core/notifications/notification.ts'
import type { Config } from '../../platform/settings/config.ts'

/** The button of a mail: to a protocol, or, with null, to the returns screen. */
export const linkTo = (config: Config, protocolId: number | null) => ({
  label: protocolId === null ? 'Abrir o retorno de itens' : `Abrir o protocolo #${protocolId}`,
  url: addressOf(config, protocolId),
})

/** @param protocolId null for the returns screen */
export const addressOf = ({ APP_URL }: Config, protocolId: number | null) =>
  `${APP_URL}${notificationPath({ protocolId }) ?? returnsPath}`
