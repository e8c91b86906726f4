import { expect, it } from 'vitest'
import { renderMail } from './render-mail.ts'

it('lets a long word of a person break, so that the card is not wider than a phone', () => {
  const address = `https://exemplo.test/${'a'.repeat(300)}`
  const { html } = renderMail(
    { ORG_NAME: undefined, APP_URL: 'https://malote.test' },
    {
      ...{ to: 'ana@malote.test', subject: 'Comentário', greeting: 'Olá!', paragraphs: [address] },
      action: { label: 'Abrir', url: 'https://malote.test' },
    },
  )
  const [, card = ''] = /<td style="([^"]+)">\s*<h1/.exec(html) ?? []
  expect(card.split(';')).toEqual(expect.arrayContaining(['word-break:break-word', 'overflow-wrap:anywhere']))
})
