import { openedAnswerWire } from '@malote/core/answers/answer.ts'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { history } from '../../lib/history.ts'
import { ana } from '../../test/builders.ts'
import { type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open } from '../../test/page.ts'

const link = z.encode(openedAnswerWire, {
  ...{ itemType: 'Contrato', documentNumber: 'RL-3', itemDescription: null, returnDate: '2026-11-20' },
  ...{ choices: ['returned', 'extension', 'not_with_me'], earliestDate: '2026-11-21' },
  quickDates: [{ label: '+2 semanas', date: '2026-12-04' }],
})

// The public page does not give way to the sign-in when a session ends.
afterEach(() => history.replace('/'))

// proves 21.54, 21.55
it('somebody who answers a reminder is told what failed and what to do, and loses nothing that was typed', async () => {
  const page = await open('/', { as: ana, api: { ...filled, 'POST /api/answers/open': link } })
  history.push(`/responder#${'a'.repeat(43)}e`)
  await page.press(/^\+2 semanas/)
  await page.fill('Por que precisa de mais prazo?', 'Aguardando a segunda via')
  for (const [answer, words] of [
    [
      () => {
        throw new TypeError('Failed to fetch')
      },
      'Sem conexão com o Malote. Verifique a internet e tente novamente.',
    ],
    [refusal(429, { message: 'x' }), 'Muitas tentativas em pouco tempo. Aguarde um minuto e tente novamente.'],
    [refusal(500), 'Não foi possível enviar a resposta agora. Tente novamente.'],
  ] as const) {
    page.api['POST /api/answers'] = answer
    await page.press('Pedir mais prazo')
    await page.says(words)
  }
  const errors = { return_date: 'O prazo não pode passar de 01/12/2026.' }
  page.api['POST /api/answers'] = refusal(400, { message: 'Dados inválidos', errors })
  await page.press('Pedir mais prazo')
  await page.says(errors.return_date)
  expect(document.activeElement).toBe(await page.field('Até quando?'))
  await page.holds('Por que precisa de mais prazo?', 'Aguardando a segunda via')
  page.api['POST /api/answers'] = { message: 'Obrigado!' }
  await page.press('Pedir mais prazo')
  await page.says('Resposta enviada')

  // Each link preselects its answer; the other two are one press away.
  let sent: object | undefined
  page.api['POST /api/answers'] = ({ body }: Call) => {
    sent = body
    return { message: 'Obrigado!' }
  }
  const token = `${'d'.repeat(43)}n`
  history.push(`/responder#${token}`)
  const chosen = await page.findByRole<HTMLInputElement>('radio', { name: /^Não está comigo/ })
  expect(chosen.checked).toBe(true)
  await keys.click(await page.findByRole('radio', { name: /^Já devolvi/ }))
  await page.fill(/^Quer dizer mais alguma coisa/, 'Entreguei no balcão')
  await page.press('Enviar resposta')
  await page.says('Resposta enviada')
  expect(sent).toMatchObject({ token, answer: 'returned', note: 'Entreguei no balcão' })
})

// proves 21.55
it('somebody whose link works no longer reads why, before and after the press', async () => {
  const dead = refusal(410, { message: 'Este item já foi devolvido.' })
  const api = { ...filled, 'POST /api/answers/open': link, 'POST /api/answers': dead }
  const page = await open('/', { as: ana, api })
  history.push(`/responder#${'b'.repeat(43)}r`)
  await page.press('Enviar resposta')
  await page.says('Este item já foi devolvido.')
  page.api['POST /api/answers/open'] = refusal(410, { message: 'Você já respondeu em 20/11/2026.' })
  history.push(`/responder#${'c'.repeat(43)}r`)
  await page.says('Você já respondeu em 20/11/2026.')
  history.push('/responder#nada')
  await page.says(/incompleto/)
})
