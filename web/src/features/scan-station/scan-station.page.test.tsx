import { beforeEach, expect, it } from 'vitest'
import { modes } from '../../domain/screens/searches.ts'
import { carlos, item, protocol, sent as unreceived } from '../../test/builders.ts'
import { type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open, toast, waitFor } from '../../test/page.ts'

const code = '7K3Q-Z0MY-A4A'
const other = '0000-0000-01N'
const reply = {
  ...{ outcome: 'done', message: 'Item retornado com sucesso!', kind: 'item', protocol_id: 5, item_id: 51 },
  ...{ document_number: '1/26', current_location: 'Recursos Humanos' },
}

let sent: { code: string; action: string; key: string | null }[]
beforeEach(() => {
  sent = []
})
const station = (answer: (call: Call) => unknown = () => reply, path = '/conferencia') =>
  open(path, {
    as: carlos,
    api: {
      ...filled,
      'POST /api/scan': (call: Call) => {
        sent.push({ ...call.body, key: call.headers.get('idempotency-key') })
        return answer(call)
      },
    },
  })

// proves 23.10, 23.11, 23.12
it('a person scans with one mode after the other, and the last result and the counts are shown', async () => {
  const page = await station()
  await page.says(modes.receive.todo)
  await keys.type(await page.field('Código'), `${code}{Enter}`)
  await page.says('Item 1/26')
  await page.says('Item retornado com sucesso!')
  await page.says('Onde está: Recursos Humanos')
  await page.holds('Código', '')

  await keys.click(await page.findByRole('radio', { name: 'Devolver' }))
  expect(page.address()).toBe('/conferencia?mode=return')
  await page.says(modes.return.todo)
  // Wherever the focus is, a scanner's keys go to the station, and its Enter presses nothing.
  ;(await page.button('Som')).focus()
  await keys.keyboard(`${other}{Enter}`)
  await page.says('2 leituras · 2 feitas')
  expect(sent.map(({ action, code: read }) => `${action} ${read}`)).toEqual([
    'receive 7K3QZ0MYA4A',
    'return 0000000001N',
  ])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  await page.press('Limpar lista')
  await page.says('Nenhuma leitura ainda.')
})

// proves 23.8, 23.12
it('a wrong code is refused without a call, and one of nobody with the sentence of the server', async () => {
  const page = await station(() => refusal(404, { message: 'Código não encontrado.' }))
  await keys.type(await page.field('Código'), '7K3Q-Z0MY-A4B{Enter}')
  await page.says('Código inválido. Confira os caracteres.')
  expect(sent).toEqual([])
  await keys.clear(await page.field('Código'))
  await keys.type(await page.field('Código'), `${code}{Enter}`)
  await page.says('1 leitura · 1 recusada')
  await page.says('Código não encontrado.')
})

// proves 23.16, 23.17
it('a guide becomes a checklist, and what is missing becomes occurrences with the receipt', async () => {
  let received: unknown
  const arriving = protocol(5, { ...unreceived, items: [item(51, '1/26'), item(52, '2/26')] })
  const page = await station(
    ({ body }) => ({
      ...reply,
      ...(body.code === '7K3QZ0MYA4A' ? {} : { item_id: null, kind: 'protocol' }),
      outcome: 'found',
    }),
    '/conferencia?mode=check',
  )
  page.api['GET /api/protocols/5'] = arriving
  page.api['POST /api/protocols/5/receive'] = ({ body }: Call) => {
    received = body
    return { message: 'Protocolo recebido com sucesso!', protocol: { id: 5 }, occurrences_opened: 1 }
  }
  await page.says('Qual protocolo será conferido?')
  await keys.type(await page.field('Código'), `${other}{Enter}`)
  await page.button(/^2\/26.*Falta$/)
  expect(page.address()).toBe('/conferencia?mode=check&protocol=5')
  await keys.type(await page.field('Código'), `${code}{Enter}`)
  await page.says('Conferido. 1 item falta.')
  await page.press(/^Conferir e receber com 1 ocorrência$/)
  await toast('Protocolo recebido com sucesso! 1 ocorrência registrada.')
  expect(received).toEqual({ items: [{ id: 52, outcome: 'missing', note: 'Não estava no malote.' }] })
  await page.says('Qual protocolo será conferido?')
})

// proves 23.16
it('labels that are read together, before the list of their guide has come, all tick off', async () => {
  const ids: Readonly<Record<string, number | null>> = { '0000000001N': null, '7K3QZ0MYA4A': 51, '0000000003J': 52 }
  let show = (_: unknown) => {}
  const page = await station(
    ({ body }) => ({ ...reply, item_id: ids[body.code], kind: ids[body.code] ? 'item' : 'protocol', outcome: 'found' }),
    '/conferencia?mode=check',
  )
  page.api['GET /api/protocols/5'] = () => new Promise((resolve) => (show = resolve))
  await page.says('Qual protocolo será conferido?')
  await keys.type(await page.field('Código'), `${other}{Enter}`)
  await waitFor(() => expect(page.calls).toContain('GET /api/protocols/5'))
  expect(page.address()).toBe('/conferencia?mode=check&protocol=5')
  // As the camera, which sees several in one picture.
  for (const key of [...code, 'Enter', ...'0000-0000-03J', 'Enter']) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }
  show(protocol(5, { ...unreceived, items: [item(51, '1/26'), item(52, '2/26')] }))
  await page.button(/^2\/26.*Veio$/)
  await page.button(/^1\/26.*Veio$/)
  await page.says('Tudo conferido.')
})

// proves 23.10
it('a person who goes on to another mode is not brought back by a late answer', async () => {
  const late = Promise.withResolvers<object>()
  const page = await station(
    ({ body: { action } }) => (action === 'locate' ? late.promise : reply),
    '/conferencia?mode=check',
  )
  await page.says('Qual protocolo será conferido?')
  await keys.type(await page.field('Código'), `${other}{Enter}`)
  await waitFor(() => expect(sent).toHaveLength(1))
  await keys.click(await page.findByRole('radio', { name: 'Devolver' }))
  late.resolve({ ...reply, outcome: 'found' })
  await keys.type(await page.field('Código'), `${code}{Enter}`)
  await page.says('Item retornado com sucesso!')
  expect([page.address(), sent[1]?.action]).toEqual(['/conferencia?mode=return', 'return'])
})

// proves 23.16
it('beside a protocol that cannot be loaded a label opens its own, or is ticked off once it has come', async () => {
  const found = ({ body }: Call) => ({ ...reply, outcome: 'found', protocol_id: body.code === '0000000001N' ? 6 : 5 })
  const openIt = async () => {
    const api = { ...filled, 'GET /api/protocols/5': refusal(500), 'POST /api/scan': found }
    const page = await open('/conferencia?mode=check&protocol=5', { as: carlos, api })
    await page.says('Erro ao carregar os itens. Tente novamente.')
    return page
  }
  let page = await openIt()
  page.api['GET /api/protocols/6'] = protocol(6, unreceived)
  await keys.type(await page.field('Código'), `${other}{Enter}`)
  await waitFor(() => expect(page.address()).toBe('/conferencia?mode=check&protocol=6'))

  page = await openIt()
  page.api['GET /api/protocols/5'] = protocol(5, { ...unreceived, items: [item(51, '1/26'), item(52, '2/26')] })
  await keys.type(await page.field('Código'), `${code}{Enter}`)
  await page.says('Conferido. 1 item falta.')
})

// proves 23.16
it('a person whose protocol cannot be opened chooses another one', async () => {
  const page = await open('/conferencia?mode=check&protocol=9', {
    as: carlos,
    api: { ...filled, 'GET /api/protocols/9': () => refusal(404, { message: 'Protocolo não encontrado' }) },
  })
  await page.press('Escolher outro')
  await page.says('Qual protocolo será conferido?')
})

// proves 23.18
it('a person tests a scanner', async () => {
  const page = await station(undefined, '/conferencia/leitor')
  const field = await page.field('Leia aqui')
  // All have the time of their making: a pause of a busy machine between them would begin another test.
  const keys = [...code, 'Enter'].map((key) => new KeyboardEvent('keydown', { key, bubbles: true }))
  for (const event of keys) field.dispatchEvent(event)
  await page.says(`Código lido: ${code}`)
  await page.says('O leitor termina com Enter. Está certo.')
})

// proves 23.10
it('the lists lead to the station', async () => {
  for (const path of ['/protocolos', '/retornos']) {
    const page = await open(path, { as: carlos, api: { ...filled } })
    await page.press('Conferência', 'link')
    await waitFor(() => expect(page.address()).toBe('/conferencia'))
  }
})
