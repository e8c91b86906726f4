import { expect, it } from 'vitest'
import { debora, item, protocol } from '../../../test/builders.ts'
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
