import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { MailOrder } from './mail-order.ts'
import { type Mail, renderMail } from './render-mail.ts'

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
