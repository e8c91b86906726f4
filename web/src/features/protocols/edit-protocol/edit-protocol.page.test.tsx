import { itemStatus } from '@malote/core/items/item-status.ts'
import { expect, it } from 'vitest'
import { ana, carlos, item, protocol, sent } from '../../../test/builders.ts'
import { type Api, type Call, refusal } from '../../../test/fake-server.ts'
import { filled } from '../../../test/filled.ts'
import { isOff, keys, open, part, toast } from '../../../test/page.ts'

const items = [item(51, '1/26', { reason: 'Assinatura' }), item(52, '2/26', { status: itemStatus.cancelled })]
const shown = protocol(5, { ...sent, items })
const edit = (api: Api = {}, as = ana, now: object = shown) =>
  open('/protocolos/5/editar', { as, api: { ...filled, 'GET /api/protocols/5': now, ...api } })
type Page = Awaited<ReturnType<typeof edit>>

const fileField = async (page: Page) => part(await page.findByRole('region', { name: 'Item 1' })).field('Novos anexos')

// proves 2.1.3, 2.8.1, 2.8.2, 2.8.3, 8.9
it('a sender edits what may be edited, and a failure keeps what was typed', async () => {
  const bodies: object[] = []
  const page = await edit({
    'PUT /api/protocols/5': ({ body }: Call) => {
      bodies.push(body)
      return bodies.length === 1 ? refusal(500) : {}
    },
  })
  await page.findByRole('heading', { name: 'Editar Protocolo #5', level: 1 })
  await page.says(/^1 item · devolução até \d{2}\/\d{2}\/\d{4}$/)
  for (const end of ['Origem', 'Destino']) {
    expect(isOff(await page.findByRole('combobox', { name: `Departamento de ${end}` }))).toBe(true)
  }
  expect((await fileField(page)).accept).toMatch(/\.gif$/)
  await page.fill(/^Observações/, '')
  await page.fill(/^Motivo da Devolução/, '')
  await page.press('Salvar')
  await page.says('Observações são obrigatórias')
  await page.says('Motivo da devolução é obrigatório quando o protocolo requer devolução')
  await page.fill('Nº do documento', '1/2026')
  await page.fill(/^Observações/, 'Corrigido')
  await page.fill(/^Motivo da Devolução/, 'Outra assinatura')
  await page.press('Salvar')
  await toast('Erro ao atualizar protocolo. Tente novamente.')
  await page.holds(/^Observações/, 'Corrigido')
  await page.press('Salvar')
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  expect(bodies[1]).toEqual(bodies[0])
  expect(bodies[1]).toMatchObject({
    ...{ remarks: 'Corrigido', origin_department_id: 1, destination_department_id: 2, requires_return: true },
    items: [{ id: 51, document_number: '1/2026', item_type_id: 1, category_id: 1, reason: 'Outra assinatura' }],
  })

  // With a file it is sent as a form.
  await page.press('Editar')
  await page.press('Voltar', 'link')
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  await page.press('Editar')
  await keys.upload(await fileField(page), new File(['Anexo'], 'anexo.txt', { type: 'text/plain' }))
  await page.says('anexo.txt')
  await page.press('Salvar')
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  const form = Object.fromEntries(bodies[2] as FormData)
  expect(form).toMatchObject({ requires_return: 'true', attachment_0: expect.objectContaining({ name: 'anexo.txt' }) })
  expect(JSON.parse(String(form.items))).toMatchObject([{ id: 51, hasAttachment: true }])
})

it('a sender is told who was faster, and reads the new version', async () => {
  const message = 'Este protocolo foi alterado por Bruno Siqueira enquanto você editava.'
  const page = await edit({ 'PUT /api/protocols/5': refusal(409, { message, code: 'EDITED_MEANWHILE' }) })
  await page.fill(/^Observações/, 'A minha versão')
  page.api['GET /api/protocols/5'] = protocol(5, { ...sent, items, remarks: 'A versão de Bruno', version: 2 })
  await page.press('Salvar')
  await page.says(new RegExp(`^${message}`))
  await page.holds(/^Observações/, 'A minha versão')
  await page.press('Ver a nova versão')
  await page.holds(/^Observações/, 'A versão de Bruno')
})

// proves 2.8.4, 4.9, 5.3.2, 8.9
it.each([
  ['the destination', carlos, shown, 'Apenas usuários do departamento de origem podem editar este protocolo'],
  ['a sender whose protocol was received', ana, protocol(5), 'Apenas protocolos pendentes podem ser editados'],
])('the form of an edit does not open to %s', async (_who, as, now, sentence) => {
  const page = await edit({}, as, now)
  await toast(sentence)
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  expect(page.address()).toBe('/protocolos/5')
})

it('the form of an edit that could not be loaded says so', async () => {
  const page = await edit({}, ana, refusal(500))
  await page.says('Erro ao carregar o protocolo. Tente novamente.')
})

// proves 2.7.5, 11.25
it('an edit that is left asks, and then sends nothing', async () => {
  const page = await edit()
  await page.fill(/^Observações/, 'Meia frase')
  await page.press('Cancelar', 'link')
  await (await page.question('Sair sem salvar?')).press('Continuar editando')
  await page.noDialog()
  await page.holds(/^Observações/, 'Meia frase')
  await page.press('Cancelar', 'link')
  await (await page.question('Sair sem salvar?')).press('Sair sem salvar')
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  expect(page.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  await part(document.body).says('Contratos para assinatura')
})
