import type { Config } from '../../config.ts'
import { type MailRow, page } from './mail-page.ts'

/** A mail that is ready to be sent. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** What a mail says; {@link renderMail} gives it its two forms. */
export interface MailContent {
  to: string
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** Things to look at, one by one. */
  rows?: readonly MailRow[]
  /** What the rows leave out. */
  afterRows?: string | undefined
  /** The one thing to click. */
  action: { label: string; url: string }
  /** Completes 'Você recebeu este e-mail porque'; absent for what nobody can switch off. */
  because?: string
}

/** The same words as text and as HTML, in one order. Subjects keep to one line: a header ends where a line does. */
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
  const list = rows.map(({ title, note, detail, url }) => `- ${title}: ${note}\n  ${detail}\n  ${url}`)
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
