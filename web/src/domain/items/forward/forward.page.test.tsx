import { expect, it } from 'vitest'
import { ana, carlos, item, listOf, protocol, returnRow } from '../../../test/builders.ts'
import { type Api, type Call, refusal } from '../../../test/fake-server.ts'
import { filled } from '../../../test/filled.ts'
import { isOff, keys, open, part, toast, waitFor } from '../../../test/page.ts'

const away = {
  ...{ department: 'Almoxarifado', protocolId: 6, itemId: 61, since: '2026-11-20T12:00:00Z', returnDate: null },
}
const both = [item(51, '201/26'), item(52, '202/26')]

const detail = (items = both, api: Api = {}, as = carlos) =>
  open('/protocolos/5', {
    as,
    api: { ...filled, 'GET /api/protocols/5': protocol(5, { items }), 'GET /api/protocols/6': protocol(6), ...api },
  })
type Page = Awaited<ReturnType<typeof detail>>

async function passOn(page: Page) {
  await page.press('Outras ações do protocolo')
  await page.press('Encaminhar', 'menuitem')
  return page.dialog('Encaminhar itens')
}

// proves 20.62, 20.64, 20.65
it('a dialog keeps what was typed, and says what others were quicker with', async () => {
  const sent: { key: string | null; body: object }[] = []
  const page = await detail(both, {
    'POST /api/protocols/5/forward': ({ headers, body }: Call) => {
      sent.push({ key: headers.get('idempotency-key'), body })
      if (sent.length === 1) return refusal(500)
      if (sent.length > 2) return { protocol_id: 6 }
      const [first, second] = both as [(typeof both)[0], (typeof both)[0]]
      page.api['GET /api/protocols/5'] = protocol(5, { items: [{ ...first, forwardedTo: away }, second], version: 2 })
      return refusal(409)
    },
  })
  await keys.click(await page.findByRole('checkbox', { name: 'Selecionar 202/26' }))
  await page.press('Mais ações')
  await page.press('Encaminhar selecionados', 'menuitem')
  const ofChosen = await page.dialog('Encaminhar itens')
  const isTicked = (name: RegExp) => ofChosen.getByRole<HTMLInputElement>('checkbox', { name }).checked
  expect([/^201/, /^202/].map(isTicked)).toEqual([false, true])
  await ofChosen.press('Cancelar')
  await page.noDialog()
  const dialog = await passOn(page)
  // The origin is no next department: what to do instead is said and offered.
  await keys.click(await dialog.findByRole('combobox', { name: 'Próximo departamento' }))
  expect(page.queryByRole('option', { name: 'Jurídico' })).toBeNull()
  await keys.click(await page.findByRole('option', { name: 'Recursos Humanos' }))
  await dialog.says(/Para devolver à origem, use Marcar como Retornado\./)
  expect(isOff(await dialog.button(/^Encaminhar/))).toBe(true)
  await dialog.pick('Próximo departamento', 'Almoxarifado')
  await dialog.fill(/^Observações/, 'Para conferir')
  await dialog.press('Encaminhar 2 itens')
  await dialog.says('Erro ao encaminhar os itens. Tente novamente.')
  await dialog.press('Encaminhar 2 itens')
  await dialog.says(/^201\/26 fica de fora\. Está em Almoxarifado, encaminhado em/)
  await dialog.holds(/^Observações/, 'Para conferir')
  await dialog.press('Encaminhar 1 item')
  await toast('1 item encaminhado para Almoxarifado.')
  await waitFor(() => expect(page.address()).toBe('/protocolos/6'))
  expect(sent[2]?.body).toEqual({ destination_department_id: 3, remarks: 'Para conferir', item_ids: [52] })
  expect(sent[1]?.key).toBe(sent[0]?.key)
  expect(sent[2]?.key).not.toBe(sent[1]?.key)
})

// proves 20.64
it.each([
  ['one item', both.slice(0, 1), 'Item retornado com sucesso!', ['51']],
  ['several items', both, '2 itens retornados com sucesso!', ['51', '52']],
])('a Gestor who chooses the origin returns %s with one press', async (_what, items, words, returned) => {
  const page = await detail(items, {
    'POST /api/protocols/items/51/return': {},
    'POST /api/protocols/items/52/return': {},
  })
  const dialog = await passOn(page)
  await dialog.pick('Próximo departamento', 'Recursos Humanos')
  await dialog.press('Marcar como Retornado')
  await toast(words)
  await page.noDialog()
  const posted = page.calls.filter((call) => call.startsWith('POST'))
  expect(posted).toEqual(returned.map((id) => `POST /api/protocols/items/${id}/return`))
})

it('a Gestor who ticks no item is led back to the items, from the list', async () => {
  const { items: _, history: __, responses: ___, ...row } = protocol(5, { items: both })
  const page = await open('/protocolos', {
    as: carlos,
    api: { ...filled, 'GET /api/protocols': listOf([row]), 'GET /api/protocols/5': protocol(5, { items: both }) },
  })
  await page.press('Ações do protocolo 5')
  await page.press('Encaminhar', 'menuitem')
  // The protocol is loaded first.
  await page.button('Encaminhar 2 itens')
  const dialog = await page.dialog('Encaminhar itens')
  await dialog.press('Desmarcar todos')
  await dialog.pick('Próximo departamento', 'Almoxarifado')
  await dialog.fill(/^Observações/, 'Para conferir')
  await dialog.press('Encaminhar')
  await dialog.says('Selecione pelo menos um item para encaminhar.')
  await waitFor(async () => expect(document.activeElement).toBe((await dialog.findAllByRole('checkbox'))[0]))
})

// proves 20.68
it('a sender who is refused by the server reads where the item is', async () => {
  const message = 'Este item está em Almoxarifado. Aguarde a volta.'
  const refused = refusal(409, { message, code: 'ITEM_IS_ELSEWHERE' })
  const page = await detail(both, { 'POST /api/protocols/5/cancel': refused }, ana)
  await page.press('Cancelar')
  const question = await page.question()
  await question.fill(/^Motivo do cancelamento/, 'Enviado por engano')
  await question.press('Cancelar protocolo')
  await question.says(message)
})

// proves 20.67, 20.68
it('an item that is elsewhere offers neither its return nor its end, and leads only to what one may see', async () => {
  const from = { department: 'Diretoria', protocolId: null, itemId: null }
  const page = await detail([{ ...item(51, '201/26'), forwardedTo: away, forwardedFrom: from }], {
    'GET /api/returns': listOf([returnRow(51, '201/26', { forwardedTo: away })]),
  })
  await page.says('Veio de Diretoria')
  const links = part((await page.says('Veio de Diretoria')).parentElement as HTMLElement).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Protocolo #6'])
  await page.press('201/26')
  const panel = await page.dialog('Detalhes do Item')
  await panel.says('Este item está em Almoxarifado. Aguarde a volta.')
  expect((await panel.findByRole('link', { name: /Abrir protocolo #6/ })).getAttribute('href')).toContain(
    '/protocolos/6',
  )
  for (const name of ['Marcar como Retornado', 'Cancelar Item'])
    expect(panel.queryByRole('button', { name })).toBeNull()
  await page.press('Retorno de Itens', 'link')
  ;(await page.findByRole('checkbox', { name: 'Selecionar 201/26' })).focus()
  await page.says('Este item está em Almoxarifado. Aguarde a volta.', '[role=tooltip]')
})
