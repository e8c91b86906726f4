import type { Config } from '../../config.ts'

/** A mail that is ready to be sent. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface MailContent {
  to: string
  subject: string
  greeting: string
  paragraphs: string[]
  /** The one thing to click. */
  action: { label: string; url: string }
}

/** The same words as text and as HTML; what people typed is escaped. */
export function renderMail(config: Pick<Config, 'ORG_NAME'>, content: MailContent): Mail {
  const { to, subject, greeting, paragraphs, action } = content
  const signature = ['Malote', config.ORG_NAME].filter((part) => part !== undefined).join(' · ')
  const note = 'Esta é uma mensagem automática; não é preciso responder.'
  return {
    to,
    subject: singleLine(subject),
    text: [greeting, ...paragraphs, `${action.label}: ${action.url}`, `${signature}\n${note}`].join('\n\n'),
    html: page(`
      <p style="font-size:18px;margin:0 0 16px"><strong>${escaped(greeting)}</strong></p>
      ${paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`).join('\n      ')}
      <p style="margin:24px 0"><a href="${escaped(action.url)}" style="${button}">${escaped(action.label)}</a></p>
      <p style="margin:0 0 24px;font-size:13px;color:#57606a">Se o botão não funcionar, copie este endereço:<br>${escaped(action.url)}</p>
      <p style="margin:0;font-size:13px;color:#57606a">${escaped(signature)}<br>${note}</p>`),
  }
}

const button =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#1f4f8f;color:#ffffff;text-decoration:none'

const page = (body: string) => `<!doctype html>
<html lang="pt-BR">
  <head><meta charset="utf-8"></head>
  <body style="margin:0;padding:24px;background:#f3f5f8;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1c2430">
    <div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">${body}
    </div>
  </body>
</html>
`

const singleLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
