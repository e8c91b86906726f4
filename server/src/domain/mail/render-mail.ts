import { notificationPath, returnsPath } from '@malote/core/notifications/notification.ts'
import type { Config } from '../../platform/settings/config.ts'

/** A mail ready to be sent. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** What mail programs group by: the same for all mails about one protocol. */
  references?: string
  headers?: Readonly<Record<string, string>>
}

/** Contents of a mail; {@link renderMail} formats it as text and HTML. */
interface MailContent {
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
  /** The protocol that it is about; null for several or none. */
  protocolId?: number | null
  /** The address that switches this kind of mail off. */
  unsubscribe?: string
  /** Completes 'Você recebeu este e-mail porque'; absent for mails that cannot be switched off. */
  because?: string
}

/**
 * Formats the same contents as text and HTML, in the same order. Removes line breaks from the subject, because they
 * would end the header.
 */
export function renderMail(config: Pick<Config, 'ORG_NAME' | 'APP_URL'>, content: MailContent): Mail {
  const { to, greeting, paragraphs, rows = [], afterRows, action, protocolId, unsubscribe, because } = content
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
    // With its blank, mail programs recognise the signature and leave it out of replies (RFC 3676, 4.3).
    ['-- ', signature, ...small, choice].filter((line) => line !== '').join('\n'),
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
    ...(unsubscribe && {
      // One click, RFC 8058.
      headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    ...(protocolId && { references: `<protocol-${protocolId}@${new URL(config.APP_URL).hostname}>` }),
  }
}

export interface MailLink {
  label: string
  url: string
}

/** One entry of the list in a mail. */
interface MailRow {
  title: string
  detail: string
  /** Remark about it: `vence amanhã`. */
  note: string
  isUrgent: boolean
  url: string
  /** What can be done about it from the mail. */
  links?: readonly MailLink[]
}

interface PageContent {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  rows: readonly MailRow[]
  afterRows: string | undefined
  action: MailLink
  signature: string
  small: readonly string[]
  /** Address where the reader can change which mails they get. */
  profile: string | undefined
}

// The product's colours. Mail programs support neither variables nor style sheets, so that every element has inline
// styles.
const ink = '#14211f'
const soft = '#4a5a5c'
const line = '#dde2e0'
const edge = '#7f8c8a'
const accent = '#0e5a6b'
const font = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"

/** A long word, such as an address in a comment, would make the card wider than the screen. Some programs know only one. */
const breakable = 'word-break:break-word;overflow-wrap:anywhere'
const unbroken = 'word-break:normal;overflow-wrap:normal'

/** The HTML of a mail: a single card, with tables as layout because some programs support nothing else. */
const page = (content: PageContent): string => `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escaped(content.subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f5f6f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f6f4">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${font};font-size:15px;line-height:1.5;color:${ink};text-align:left">
<tr><td style="padding:0 4px 16px;font-size:16px;font-weight:600;color:${accent}">${mark}Malote</td></tr>
<tr><td style="padding:28px;background:#ffffff;border:1px solid ${line};border-radius:10px;${breakable}">
${card(content)}
</td></tr>
<tr><td style="padding:16px 4px 0;font-size:12px;color:${soft}">${foot(content)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`

/** The product's symbol, two stations and a path, as characters: images are often blocked. */
const mark = '<span aria-hidden="true" style="letter-spacing:-1px">&#9679;&#8212;&#9675;</span>&ensp;'

function card({ subject, greeting, paragraphs, rows, afterRows, action }: PageContent): string {
  return [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.35;font-weight:600">${escaped(subject)}</h1>`,
    ...[greeting, ...paragraphs].map((words) => `<p style="margin:0 0 12px">${multiline(words)}</p>`),
    ...(rows.length > 0 ? [list(rows)] : []),
    ...(afterRows === undefined ? [] : [`<p style="margin:12px 0 0;color:${soft}">${escaped(afterRows)}</p>`]),
    `<p style="margin:24px 0 20px"><a href="${escaped(action.url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>`,
    `<p style="margin:0;font-size:12px;color:${soft};word-break:break-all">Se o botão não funcionar, copie este endereço:<br>${escaped(action.url)}</p>`,
  ].join('\n')
}

const list = (rows: readonly MailRow[]) =>
  `<table width="100%" cellpadding="0" cellspacing="0" style="margin-top:4px;border-bottom:1px solid ${line};font-size:14px">
${rows.map(row).join('\n')}
</table>`

const row = ({ title, detail, note, isUrgent, url, links = [] }: MailRow) => `<tr>
<td style="padding:10px 8px 10px 0;border-top:1px solid ${line};vertical-align:top"><a href="${escaped(url)}" style="color:${accent};font-weight:600;text-decoration:none">${escaped(title)}</a><br><span style="font-size:13px;color:${soft}">${escaped(detail)}</span></td>
<td align="right" style="padding:10px 0;border-top:1px solid ${line};vertical-align:top;font-size:13px;${unbroken};color:${isUrgent ? '#9f2a22' : '#7a4b00'}">${escaped(note)}</td>
</tr>${links.length > 0 ? linksRow(links) : ''}`

/** Large enough for a finger: 44 px high. */
const linksRow = (links: readonly MailLink[]) => `
<tr><td colspan="2" style="padding:0 0 6px;line-height:22px">
${links.map(pressable).join('')}
</td></tr>`

const pressable = ({ label, url }: MailLink) =>
  `<a href="${escaped(url)}" style="display:inline-block;margin:0 6px 6px 0;padding:10px 9px;border:1px solid ${edge};border-radius:6px;color:${accent};text-decoration:none">${escaped(label)}</a>`

const foot = ({ signature, small, profile }: PageContent) =>
  [
    `<strong style="font-weight:600">${escaped(signature)}</strong>`,
    ...small.map(escaped),
    ...(profile === undefined
      ? []
      : [`<a href="${escaped(profile)}" style="color:${accent}">Escolher o que quero receber</a>`]),
  ].join('<br>\n')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const multiline = (text: string) => escaped(text).replaceAll('\n', '<br>')

/** The button of a mail: to a protocol, or, with null, to the returns screen. */
export const linkTo = (config: Config, protocolId: number | null) => ({
  label: protocolId === null ? 'Abrir o retorno de itens' : `Abrir o protocolo #${protocolId}`,
  url: addressOf(config, protocolId),
})

/** @param protocolId null for the returns screen */
export const addressOf = ({ APP_URL }: Config, protocolId: number | null) =>
  `${APP_URL}${notificationPath({ protocolId }) ?? returnsPath}`
