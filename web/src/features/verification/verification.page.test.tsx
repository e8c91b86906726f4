import { afterEach, expect, it, vi } from 'vitest'
import { history } from '../../lib/history.ts'
import { ana, item, protocol } from '../../test/builders.ts'
import { type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { keys, open, openedTab, waitFor } from '../../test/page.ts'

const code = '2BQD-P154-XV8'
const paper = {
  ...{ kind: 'protocol', protocol_id: 5, status: 'Em andamento', created_at: '2026-11-19T15:00:00.000Z' },
  ...{ origin_department: 'Recursos Humanos', destination_department: 'Jurídico', current: true },
}
const changes = [
  {
    ...{ id: 9, action: 'Prazo alterado', description: 'Ana alterou o prazo de CT-1' },
    ...{ created_at: '2026-11-20T15:00:00.000Z', created_by: 'Ana' },
  },
]
const ofItem = '7K3Q-Z0MY-A4T'
const shown = protocol(5, { code, fingerprint: 'a1b2c3d4', items: [item(51, '1/26', { code: ofItem })] })
const signedIn = {
  ...filled,
  'GET /api/protocols/5': shown,
  'GET /api/search': { protocols: [], documents: [], suppliers: [], supplies: [] },
  'GET /api/codes/*': { kind: 'protocol', protocol_id: 5, item_id: null },
  [`GET /api/codes/${code}/changes`]: { current: false, is_since: true, changes },
}

// The public page does not give way to the sign-in when a session ends.
afterEach(() => {
  history.replace('/')
})

// proves 22.10
it('whoever holds a paper reads whether it holds, types another code, and reads why that is none', async () => {
  const answer = ({ query }: Call) => ({ ...paper, current: query.f === 'a1b2c3d4' })
  const page = await open('/', { as: ana, api: { ...filled, 'GET /api/verify/*': answer } })
  page.api['GET /api/config'] = { time_zone: 'Asia/Tokyo' } // where it was sent on the day after
  history.push(`/verificar?codigo=${code}&f=a1b2c3d4`)
  await page.says('Este papel é autêntico e continua valendo.')
  for (const said of ['#5', 'Em andamento', 'Recursos Humanos', 'Jurídico', '20/11/2026']) await page.says(said)

  page.api['GET /api/verify/*'] = refusal(400, { message: 'Código inválido. Confira os caracteres.' })
  await keys.type(await page.field('Verificar outro código'), '2bqd p154 xv9{Enter}')
  await page.says('Código inválido. Confira os caracteres.')
  page.api['GET /api/verify/*'] = refusal(429)
  history.push('/verificar?codigo=0')
  await page.says('Muitas consultas em pouco tempo. Aguarde um minuto e tente novamente.')
  page.api['GET /api/verify/*'] = refusal(404)
  await page.press('Tentar novamente')
  await page.says(/Nenhum documento tem este código/)
})

// proves 22.1, 22.11
it('the code on a paper leads to its protocol, which shows it and says what changed since it was printed', async () => {
  const page = await open(`/q/${code}?f=12e45678`, { as: ana, api: signedIn })
  await page.says('O papel que você leu não está mais em dia.')
  await page.says('Desde a impressão:')
  await page.says(/Ana alterou o prazo de CT-1/)
  expect(page.address()).toBe('/protocolos/5?papel=f-12e45678')
  history.push(`/q/${code.toLowerCase()}?f=A1B2C3D4`)
  await page.says('O papel que você leu está em dia.')
  await page.says(`Código ${code}`)
  await page.press('1/26')
  const panel = await page.dialog('Detalhes do Item')
  await panel.says(ofItem)
  await panel.press('Fechar')
  await page.press('Histórico', 'tab')
  await page.says('O papel que você leu está em dia.')

  // Typed into the quick search, it leads there as well.
  history.push('/perfil')
  await page.press(/^Busca rápida/)
  const search = await page.dialog('Busca rápida')
  await keys.type(await search.findByRole('combobox'), code.toLowerCase())
  await search.findByRole('option', { name: `Abrir o que tem o código ${code}` })
  await keys.keyboard('{Enter}')
  await waitFor(() => expect(page.address()).toMatch(/^\/protocolos\/5/))
})

// proves 22.11
it('a code of what one may not see leads to what anybody may know', async () => {
  const api = { ...signedIn, 'GET /api/codes/*': refusal(404), 'GET /api/verify/*': { ...paper, current: false } }
  const page = await open('/', { as: ana, api })
  history.push(`/q/${code}?f=a1b2c3d4`)
  await page.says(/o papel não vale mais: o protocolo mudou depois da impressão/)
  await waitFor(() => expect(page.address()).toBe(`/verificar?codigo=${code}&f=a1b2c3d4`))
})

// proves 22.13, 22.14
it('labels are printed from the first free one on, with the offset that the browser keeps for the printer', async () => {
  const opened: Record<string, string>[] = []
  const labels = ({ query }: Call) => {
    opened.push(query)
    return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
  }
  openedTab()
  const api = { ...signedIn, 'GET /api/documents/labels': labels }
  const page = await open('/protocolos/5', { as: ana, api })
  await page.press('Papéis')
  await page.press('Etiqueta do protocolo', 'menuitem')
  const first = await page.dialog('Imprimir etiquetas')
  await keys.selectOptions(await first.findByLabelText('Etiquetas'), 'a4-14')
  await keys.click(await first.findByLabelText('4'))
  await keys.type(await first.field(/^Impressora/), 'Balcão')
  const across = await first.field(/^Deslocamento horizontal/)
  await keys.clear(across)
  await keys.type(across, '1,5')
  await first.press('1 etiqueta')
  const asked = { protocol_ids: '5', layout: 'a4-14', offset_x: '1.5', offset_y: '0' }
  await waitFor(() => expect(opened).toEqual([{ ...asked, start: '4' }]))

  history.push('/protocolos')
  await page.press('Ações do protocolo 5')
  await page.press('Etiqueta', 'menuitem')
  await (await page.dialog('Imprimir etiquetas')).press('1 etiqueta')
  await waitFor(() => expect(opened.at(-1)).toEqual({ ...asked, start: '1' }))

  page.api['GET /api/documents/guide'] = labels
  await keys.click(await page.findByRole('checkbox', { name: 'Selecionar protocolo 5' }))
  await page.press('Mais ações')
  await page.press('Guia de remessa', 'menuitem')
  await waitFor(() => expect(opened.at(-1)).toEqual({ protocol_ids: '5' }))
  await page.press('Mais ações')
  await page.press('Etiquetas', 'menuitem')
  await page.dialog('Imprimir etiquetas')
})

// proves 22.13
it('whoever waits for a paper sees that it is being made, and cancels it, or closes its tab', async () => {
  const tab = openedTab()
  const api = { ...signedIn, 'GET /api/documents/guide': () => new Promise(() => {}) }
  const page = await open('/protocolos/5', { as: ana, api })
  const leave = async (how: () => void) => {
    tab.document.body.replaceChildren()
    await page.press('Papéis')
    await page.press('Guia de remessa', 'menuitem')
    await waitFor(() => expect(tab.document.body.textContent).toBe('Preparando o documento...Cancelar'))
    expect(tab.document.querySelector('progress')).not.toBeNull()
    how()
  }
  await leave(() => tab.document.querySelector('button')?.click())
  await waitFor(() => expect(tab.close).toHaveBeenCalledTimes(1))
  const abort = vi.spyOn(AbortController.prototype, 'abort')
  await leave(() => {
    abort.mockClear()
    tab.closed = true
  })
  await waitFor(() => expect(abort).toHaveBeenCalled())
  expect(tab.close).toHaveBeenCalledTimes(1)
})

// proves 22.13
it('a sender prints the label of what they have just sent with one press', async () => {
  const api = { ...signedIn, 'POST /api/protocols': { protocol_id: 5 } }
  const page = await open('/protocolos/novo', { as: ana, api })
  await page.pick('Departamento de Destino', 'Jurídico')
  await page.fill(/^Observações/, 'Contratos')
  await page.pick('Tipo de Item', 'Contrato')
  await page.press('Salvar')
  await page.press('Etiqueta')
  await (await page.dialog('Imprimir etiquetas')).button('1 etiqueta')
})
