import { expect, it } from 'vitest'
import { ana, debora, item, protocol } from '../../../test/builders.ts'
import { type Call, refusal } from '../../../test/fake-server.ts'
import { filled } from '../../../test/filled.ts'
import { open } from '../../../test/page.ts'

// proves 21.50
it('a Usuário who asks for more time is told at each field what is wrong, and nothing typed is lost', async () => {
  const path = 'POST /api/protocols/items/51/extension-requests'
  const sent: object[] = []
  const items = [item(51, 'MP-2', { responsible: debora.name, responsibleId: debora.id })]
  const tooLate = 'O prazo não pode passar de 01/12/2026.'
  const page = await open('/protocolos/5', {
    as: debora,
    api: {
      ...filled,
      'GET /api/protocols/5': protocol(5, { items }),
      [path]: refusal(400, { message: 'Dados inválidos', errors: { return_date: tooLate } }),
    },
  })
  await page.press('Ações do item MP-2')
  await page.press('Pedir mais prazo', 'menuitem')
  const dialog = await page.dialog('Pedir mais prazo')
  await dialog.press('Pedir mais prazo')
  await dialog.says('Informe até quando precisa do item')
  await dialog.says('Diga por que precisa de mais prazo (de 3 a 500 caracteres)')
  await dialog.fill(/^Até quando\?/, '04/12/2099')
  await dialog.fill(/^Por que precisa de mais prazo\?/, 'Em uso até lá')
  await dialog.press('Pedir mais prazo')
  await dialog.says(tooLate)
  page.api[path] = () => Promise.reject(new TypeError('Failed to fetch'))
  await dialog.press('Pedir mais prazo')
  await dialog.says('Erro ao enviar a resposta. Tente novamente.')
  expect((await dialog.field(/^Por que precisa de mais prazo\?/)).value).toBe('Em uso até lá')
  page.api[path] = ({ body }: Call) => sent.push(body) && {}
  await dialog.press('Pedir mais prazo')
  await page.noDialog()
  expect(sent).toEqual([{ return_date: '2099-12-04', reason: 'Em uso até lá' }])
})

// proves 21.50, 2.6.8
it('an item without a due date offers its origin to set one, its holder to ask for one, and says why it cannot be returned', async () => {
  const items = [item(51, 'MP-2', { returnDate: null, responsible: debora.name, responsibleId: debora.id })]
  const path = 'POST /api/protocols/items/51/extension-requests'
  const api = { ...filled, 'GET /api/protocols/5': protocol(5, { items, nextReturnDate: null }), [path]: {} }
  const origin = await open('/protocolos/5', { as: ana, api })
  await origin.button('Definir prazo')
  expect((await origin.findByRole('link', { name: 'Definir prazo' })).getAttribute('href')).toContain('item=51')
  const holder = await open('/protocolos/5', { as: debora, api })
  await holder.press('Ações do item MP-2')
  const refused = await holder.findByRole('menuitem', { name: 'Marcar como Retornado' })
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  expect(refused.textContent).toContain('Este item não tem data de retorno definida.')
  await holder.press('Pedir prazo', 'menuitem')
  const dialog = await holder.dialog('Pedir prazo')
  await dialog.says('MP-2 ainda não tem prazo de devolução.')
  await dialog.fill(/^Até quando\?/, '04/12/2099')
  await dialog.fill(/^Por que precisa de um prazo\?/, 'Em uso até lá')
  await dialog.press('Pedir prazo')
  await holder.says('Prazo pedido, até 04/12/2099.')
})
