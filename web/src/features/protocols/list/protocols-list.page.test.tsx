import { protocolsSummaryWire } from '@malote/core/dashboard/dashboard.ts'
import { fireEvent } from '@testing-library/dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { contentId } from '../../../lib/content.ts'
import { ana, carlos, frameOf, listOf, protocol, sent } from '../../../test/builders.ts'
import { type Api, type Call, refusal } from '../../../test/fake-server.ts'
import { filled } from '../../../test/filled.ts'
import { keys, open, part, server, toast, waitFor } from '../../../test/page.ts'

const rowsOf = (...ids: number[]) => ids.map((id) => protocol(id, { ...sent, remarks: `Remessa ${id}` }))
const list = (path: string, api: Api, as = ana) => open(path, { as, api: { ...filled, ...api } })
type Page = Awaited<ReturnType<typeof list>>

const isAt = (page: Page, address: string) => waitFor(() => expect(page.address()).toBe(address))
const none = 'Nenhum protocolo encontrado'

// proves 2.5.2, 2.5.5, 2.5.6
it('a search and filters are in the address, and the server is asked for them', async () => {
  const asked: Record<string, string>[] = []
  const page = await list('/protocolos?page=3&utm=1', {
    'GET /api/protocols': ({ query }: Call) => {
      asked.push(query)
      return query.search || query.startDate ? listOf([]) : listOf(rowsOf(5, 6), 22, Number(query.page))
    },
  })
  const box = await page.findByPlaceholderText('Buscar por ID, departamento...')
  await keys.type(box, 'nada')
  await page.press('Buscar')
  await isAt(page, '/protocolos?search=nada')
  await page.says(none)
  expect(page.queryByRole('navigation', { name: 'Paginação' })).toBeNull()
  await page.press('Limpar')
  await page.says('#5')
  expect(box).toHaveProperty('value', '')

  const toggle = await page.button('Filtros')
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  await keys.click(toggle)
  await keys.click(await page.findByRole('combobox', { name: 'Status' }))
  const statuses = (await page.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(statuses).toEqual(['Todos', 'Pendente', 'Em andamento', 'Concluído', 'Cancelado'])
  await keys.click(await page.findByRole('option', { name: 'Pendente' }))
  await page.pick('Departamento', 'Jurídico')
  await page.fill('Data inicial', '2026-01-01')
  await page.fill('Data final', '2099-12-31')
  // The first day finds nothing already.
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      ...{ status: 'Pendente', department: '2', startDate: '2026-01-01', endDate: '2099-12-31', page: '1' },
    }),
  )
  await page.says(none)
  expect(page.address()).toContain('status=Pendente&department=2&startDate=2026-01-01&endDate=2099-12-31')
})

// proves 17.57, 17.81
it('a protocol says first what it is about, in its row, on its page and in the title of the window', async () => {
  const page = await list('/protocolos', { 'GET /api/protocols': listOf(rowsOf(5)) })
  const cells = await (await page.row('#5')).findAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toContainEqual(expect.stringMatching(/^Remessa 5./))

  // With Ctrl a row opens in a new tab.
  const opening = vi.spyOn(window, 'open').mockReturnValue(null)
  await keys.keyboard('{Control>}')
  await keys.click(await page.says(ana.name, 'td'))
  await keys.keyboard('{/Control}')
  expect(opening.mock.lastCall?.slice(0, 2)).toEqual(['/protocolos/5', '_blank'])
  opening.mockRestore()
  await keys.click(await page.says(ana.name, 'td'))
  // The heading is there before the protocol is.
  await page.button('Papéis')
  const header = part(page.getByRole('heading', { level: 1, name: 'Protocolo #5' }).closest('header') as HTMLElement)
  await header.says('Contratos para assinatura')
  await waitFor(() => expect(document.title).toBe('Contratos para assinatura · Protocolo #5 · Malote'))
})

// proves 17.62
it('a path says who has it wherever it is drawn, and in lists when it is due back', async () => {
  const page = await list('/protocolos', {})
  const says = (who: string) => page.findAllByRole('img', { name: `Recursos Humanos para Jurídico. Está com ${who}` })
  await (await page.row('#5')).says(/Devolução: até 30\/10/)
  await says('Jurídico')
  const screens = { '#5': 'Protocolo #5', 'Retorno de Itens': 'Retorno de Itens', Rastreamento: /^Rastreamento/ }
  for (const [screen, heading] of Object.entries(screens)) {
    await page.press(screen, 'link')
    await page.says(heading, 'h1')
    if (screen === 'Rastreamento') await keys.type(await page.findByRole('searchbox'), '#5{Enter}')
    await says('Jurídico')
  }
  await page.press('Dashboard', 'link')
  await page.says('Dashboard', 'h1')
  await says('Recursos Humanos')
})

it('no date is drawn in another time zone than the organisation has, and a second visit waits for nothing', async () => {
  await list('/protocolos', {}) // what draws the list is loaded
  const seen = new Set<string>()
  const moments = /\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/g
  const look = () => {
    for (const moment of document.body.textContent.match(moments) ?? []) seen.add(moment)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())

  const config = Promise.withResolvers<object>()
  const opening = list('/protocolos', { 'GET /api/config': () => config.promise })
  await waitFor(() => expect(server.calls).toContain('GET /api/protocols'))
  await waitFor(() => expect(document.getElementById(contentId)).not.toBeNull())
  expect(document.getElementById(contentId)?.textContent).toBe('')
  config.resolve({ ...(frameOf(ana)['GET /api/config'] as object), time_zone: 'America/Rio_Branco' })
  const page = await opening
  await page.row('#5')
  expect([...seen]).toEqual(['02/11/2026 07:00'])

  page.api['GET /api/config'] = () => new Promise(() => {})
  page.api['POST /api/auth/login'] = { token: 'session-later', user: frameOf(ana)['GET /api/auth/me'] as object }
  page.api['POST /api/auth/logout'] = {}
  await page.press(new RegExp(`^Menu de ${ana.name} `))
  await page.press('Sair', 'menuitem')
  await page.fill('E-mail', ana.email)
  await page.fill('Senha', 'senha-de-teste')
  await page.press('Entrar')
  await page.press('Protocolos', 'link')
  await page.row('#5')
  expect([...seen]).toEqual(['02/11/2026 07:00'])
})

/** Puts every text into an element of its own, as the translation of a browser does. */
function translate(root: Element) {
  for (const node of [...root.childNodes]) {
    if (node instanceof Element) translate(node)
    else if (node instanceof Text && node.data.trim() !== '') {
      const font = document.createElement('font')
      node.replaceWith(font)
      font.append(node)
    }
  }
}

it('a search works on a page that the browser has translated', async () => {
  const page = await list('/protocolos', {
    'GET /api/protocols/summary': z.encode(protocolsSummaryWire, { pendingHere: 3, overdue: 1 }),
    'GET /api/protocols': ({ query }: Call) => (query.search === 'nada' ? listOf([]) : listOf(rowsOf(5, 6), 22)),
  })
  await page.row('#5')
  await page.says('1 protocolo atrasado')
  const box = await page.findByPlaceholderText('Buscar por ID, departamento...')
  for (const search of ['nada', 'remessa', 'nada']) {
    translate(document.body)
    await keys.clear(box)
    await keys.type(box, `${search}{Enter}`)
    await isAt(page, `/protocolos?search=${search}`)
    if (search === 'nada') await page.says(none)
    else await page.row('#5')
  }
})

// proves 2.5.6, 14.9
it('a list that could not be loaded is loaded again with one press', async () => {
  const page = await list('/protocolos', { 'GET /api/protocols': refusal(500) })
  await page.says(/^Erro ao carregar protocolos\. Tente novamente\./)
  page.api['GET /api/protocols'] = listOf(rowsOf(5))
  await page.press('Tentar novamente')
  await page.row('#5')
})

// proves 9.15
it('the old rows stay until the next page is there, and a page that does not exist is the last one', async () => {
  const answer = Promise.withResolvers<object>()
  const page = await list('/protocolos?page=99', {
    'GET /api/protocols': ({ query }: Call) =>
      query.page === '1' ? answer.promise : listOf(query.page === '2' ? rowsOf(5) : [], 12, Number(query.page)),
  })
  await isAt(page, '/protocolos?page=2')
  await page.press('1')
  await waitFor(() => expect(document.querySelector('tbody')?.dataset.dimmed).toBe('true'))
  await page.row('#5')
  answer.resolve(listOf(rowsOf(6), 12))
  await page.row('#6')
  await page.noRow('#5')
})

// proves 14.15
it('a filter takes days as people here write them, and says what is none', async () => {
  /** Each day finds another protocol, by which one sees that the list has followed. */
  const idOf = (day = '') => Number(day.replaceAll('-', '')) || 5
  const page = await list('/protocolos', {
    'GET /api/protocols': ({ query }: Call) => listOf(rowsOf(idOf(query.startDate))),
  })
  await page.press('Filtros')
  const start = await page.field('Data inicial')
  const type = async (text: string) => {
    await page.fill('Data inicial', text)
    await keys.tab()
  }
  for (const [typed, day] of [
    ['27/11/2026', '2026-11-27'],
    ['5/3/26', '2026-03-05'],
    ['05042026', '2026-04-05'],
    ['2026-11-27', '2026-11-27'],
  ] as const) {
    await type(typed)
    await isAt(page, `/protocolos?startDate=${day}`)
    await page.row(`#${idOf(day)}`)
    expect(start.value).toBe(day.split('-').reverse().join('/'))
  }
  // The list follows a day that was whole for a moment when the next key has been pressed.
  fireEvent.input(start, { target: { value: '01/02/2026' } })
  fireEvent.input(start, { target: { value: '01/02/20' } })
  await page.row('#20260201')
  expect(start.value).toBe('01/02/20')
  await type('31/02/2026')
  await page.says('Data inválida')
  expect([start.value, start.getAttribute('aria-invalid')]).toEqual(['31/02/2026', 'true'])
  await type('28/02/2026')
  await isAt(page, '/protocolos?startDate=2026-02-28')
  await page.saysNo('Data inválida')
  await page.fill('Data final', '2026-02-10')
  await page.says('A data final é anterior à data inicial')
  await page.fill('Data final', '2026-02-28')
  await page.saysNo('A data final é anterior à data inicial')
  await page.press('Limpar')
  await isAt(page, '/protocolos')
  await page.holds('Data inicial', '')
})

// proves 17.55, 17.56
it('a Gestor narrows the list to what waits here and what is late, and finds it so again', async () => {
  const page = await list(
    '/protocolos?awaiting=receipt',
    {
      'GET /api/protocols': ({ query }: Call) => listOf(query.late ? [] : rowsOf(5)),
      'GET /api/protocols/summary': z.encode(protocolsSummaryWire, { pendingHere: 3, overdue: 0 }),
    },
    carlos,
  )
  // Set by a link of *Meu dia*, it can only be taken away.
  const receipt = await page.button('A receber')
  expect(receipt.getAttribute('aria-pressed')).toBe('true')
  await keys.click(receipt)
  await isAt(page, '/protocolos')
  await waitFor(() => expect(page.queryByRole('button', { name: 'A receber' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'))

  await page.press('3 pendentes aqui', 'link')
  await isAt(page, '/protocolos?status=Pendente&here=1')
  await page.says('1 protocolo encontrado')
  await page.press('Limpar')
  const here = await page.button('Esperando aqui')
  await waitFor(() => expect(here.getAttribute('aria-pressed')).toBe('false'))
  await keys.click(here)
  await isAt(page, '/protocolos?here=1')
  await page.press('Somente atrasados')
  await isAt(page, '/protocolos?late=1&here=1')
  await page.says(none)
  await page.press('Somente atrasados')
  await page.row('#5')
  await page.press('Filtros')
  await page.pick('Ordenar por', 'Prazo mais próximo')
  await isAt(page, '/protocolos?here=1&sort=due')
  await page.press('Retorno de Itens', 'link')
  await page.findByRole('heading', { name: 'Retorno de Itens', level: 1 })
  await page.press('Protocolos', 'link')
  // Returns have a button of this name, too.
  await page.findByRole('heading', { name: 'Protocolos', level: 1 })
  await isAt(page, '/protocolos?here=1&sort=due')
  await page.press('Limpar')
  await isAt(page, '/protocolos')
})

const box = (page: Page, id: number) => page.findByRole('checkbox', { name: `Selecionar protocolo ${id}` })

// proves 17.54, 17.80
it('a bulk receipt says what it leaves out, and names what was refused with its reason', async () => {
  const asked: unknown[] = []
  const page = await list(
    '/protocolos',
    {
      'GET /api/protocols': listOf([
        ...rowsOf(5, 6),
        protocol(7),
        ...[8, 9].map((id) => protocol(id, { ...sent, requiresReturn: false })),
      ]),
      'POST /api/protocols/bulk-receive': ({ body }: Call) => {
        asked.push(body)
        return { results: { success: [5], errors: [{ id: 6, message: 'Este protocolo já foi recebido' }] } }
      },
    },
    carlos,
  )
  await page.row('#5')
  await keys.click(await page.findByRole('checkbox', { name: 'Selecionar todos' }))
  await page.says('5 protocolo(s) selecionado(s)')
  await page.press('Receber selecionados')
  const question = await page.question()
  await question.says('2 protocolos não requerem devolução e ficam de fora: use Concluir em cada um.')
  await question.says('1 protocolo já foi recebido e fica de fora.')
  await question.press('Receber 2 protocolos')
  await toast('1 protocolo recebido')
  await page.says('Protocolo 6: Este protocolo já foi recebido')
  expect(asked).toEqual([{ ids: [5, 6] }])
})

it('what is chosen on another page stays chosen when it cannot be looked up', async () => {
  let fails = true
  const page = await list('/protocolos', {
    'GET /api/protocols': ({ query }: Call) => {
      if (query.per_page === '50') return fails ? refusal(500) : listOf(rowsOf(5, 6), 12)
      return listOf(rowsOf(query.page === '2' ? 6 : 5), 12, Number(query.page))
    },
  })
  await keys.click(await box(page, 5))
  await page.press('Próxima')
  await keys.click(await box(page, 6))
  await page.says('2 protocolo(s) selecionado(s)')
  const leave = async () => {
    await page.press('Perfil', 'link')
    await page.findByRole('heading', { name: 'Meu Perfil', level: 1 })
    await page.press('Protocolos', 'link')
  }
  await leave()
  await page.says('1 protocolo(s) selecionado(s)')
  fails = false
  await leave()
  await page.says('2 protocolo(s) selecionado(s)')
})
