import type { Config } from '../../platform/settings/config.ts'
import { type MailLink, type MailRow, page } from './mail-page.ts'

/** A mail ready to be sent. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Contents of a mail; {@link renderMail} formats it as text and HTML. */
export interface MailContent {
  to: string
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** A list of entries. */
  rows?: readonly MailRow[]
  /** Text about entries that the rows leave out. */
  afterRows?: string | undefined
  /** The button. */
  action: MailLink
  /** Completes 'Você recebeu este e-mail porque'; absent for mails that cannot be switched off. */
  because?: string
}

/**
 * Formats the same contents as text and HTML, in the same order. Removes line breaks from the subject, because they
 * would end the header.
 */
export function renderMail(config: Pick<Config, 'ORG_NAME' | 'APP_URL'>, content: MailContent): Mail {
  const { to, greeting, paragraphs, rows = [], afterRows, action, because } = content
  const subject = content.subject.replace(/[\s\p{C}]+/gu, ' ').trim()
  const signature = ['Malote', config.ORG_NAME].filter((part) => part !== undefined).join(' · ')
  const profile = `${config.APP_URL}/perfil`
  const small = [
    ...(because === undefined ? [] : [`Você recebeu este e-mail porque ${because}.`]),
    'Esta é uma mensagem automática; não é preciso responder.',
  ]
  const choice = because === undefined ? '' : `Escolha o que quer receber: ${profile}`
  const list = rows.map(({ title, note, detail, url, links = [] }) =>
    [`- ${title}: ${note}`, detail, url, ...links.map((link) => `${link.label}: ${link.url}`)].join('\n  '),
  )
  const text = [
    greeting,
    ...paragraphs,
    ...list,
    afterRows,
    `${action.label}: ${action.url}`,
    ['--', signature, ...small, choice].filter((line) => line !== '').join('\n'),
  ].filter((part) => part !== undefined)
  return {
    to,
    subject,
    text: text.join('\n\n'),
    html: page({
      subject,
      greeting,
      paragraphs,
      rows,
      afterRows,
      action,
      signature,
      small,
      profile: because && profile,
    }),
  }
}
