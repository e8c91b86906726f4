import { type TodayFact, todayFacts } from '@malote/core/dashboard/dashboard.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { dashboardSearch, periodOf } from '../../domain/screens/searches.ts'
import { ana, carlos, debora, item, itemAnswer, listOf, returnRow } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { open, toast, waitFor } from '../../test/page.ts'
import { shortList } from './dashboard.api.ts'
import { factsOf, linkTo, ownFact } from './day-words.ts'
import { changeWords } from './stats-section.tsx'

// proves 2.4.6, 2.4.8, 11.26
it('what is missing or late in an answer breaks nothing on the dashboard', async () => {
  const page = await open('/', {
    as: carlos,
    api: {
      ...filled,
      'GET /api/dashboard/stats': { totalProtocols: 3, chartData: null },
      'GET /api/dashboard/activities': [{ id: 1, type: null, protocol_id: 7, user_name: null, timestamp: null }],
      'GET /api/dashboard/pending-protocols': [{ id: 7, items_count: 1 }],
      'GET /api/dashboard/upcoming-returns': [
        { id: 1, protocol_id: 7, status: 'pendente', return_date: '2020-01-01', side: 'toReturn' },
        { id: 2, protocol_id: 7, status: 'retornado', return_date: '2020-01-01', side: 'toReceive' },
        { id: 3, protocol_id: 7, status: 'pendente', return_date: null, document_number: '9/26', supplier: 'Ipê' },
      ],
    },
  })
  expect((await page.findByRole('link', { name: /^Total de Protocolos/ })).textContent).toContain('3')
  for (const text of ['Data desconhecida', 'Sem observações', 'Origem', 'Destino', '1 item']) await page.says(text)
  for (const text of ['Sem departamento', 'Atrasado', 'Retornado', 'Pendente', 'Ipê']) await page.says(text)
  await page.says(/atrasado há [\d.]+ dias/)
})

// proves 2.4.2, 17.70
it('each part of the dashboard that did not come says so, and can be fetched again', async () => {
  const parts = Object.keys(filled).filter((call) => call.startsWith('GET /api/dashboard/')) as (keyof Api)[]
  const page = await open('/', {
    as: carlos,
    api: { ...filled, ...Object.fromEntries(parts.map((call) => [call, refusal(400, { message: 'Não' })])) },
  })
  for (const what of ['o seu dia', 'os números do período', 'as atividades', 'os protocolos pendentes', 'os retornos'])
    await page.says(new RegExp(`^Erro ao carregar ${what}\\. Tente novamente\\.`))
  Object.assign(page.api, filled)
  for (const retry of page.getAllByRole('button', { name: 'Tentar novamente' })) retry.click()
  await waitFor(() => expect(page.queryByRole('button', { name: 'Tentar novamente' })).toBeNull())
  await page.findByRole('link', { name: /^Total de Protocolos/ })
})

// proves 2.4.2
it('the figures are asked for once more before the dashboard gives up', async () => {
  const page = await open('/', {
    as: carlos,
    api: { ...filled, 'GET /api/dashboard/stats': refusal(503, { message: 'Indisponível' }) },
  })
  await page.says('Erro ao carregar os números do período. Tente novamente.')
  expect(page.calls.filter((call) => call === 'GET /api/dashboard/stats')).toHaveLength(2)
})

const late = returnRow(8, '8/26', {
  description: 'Pasta da Maria',
  returnDate: '2020-01-01',
  destinationDepartmentId: 2,
})
const held = returnRow(9, '9/26', { returnDate: '2099-01-01', destinationDepartmentId: 2 })

/** The returns behind the filters of the day. */
const returns = ({ query }: Call) =>
  listOf(query.responsible === 'me' ? [late, held] : query.dateFilter === 'overdue' ? [] : [late])

const withLate = {
  ...(filled['GET /api/dashboard/today'] as object),
  overdue: { count: 1, path: '/retornos?side=toReturn&dateFilter=overdue' },
}

// proves 17.70
it('a Gestor sees what the department is late with and what they hold, a Usuário one list of both', async () => {
  const api = { ...filled, 'GET /api/dashboard/today': withLate, 'GET /api/returns': returns } satisfies Api
  let page = await open('/', { as: carlos, api })
  await page.findByRole('region', { name: '1 item atrasado' })
  const rows = (name: string) => within(page.getByRole('region', { name })).getAllByRole('listitem')
  await waitFor(() => expect(rows('1 item atrasado')).toHaveLength(1))
  expect(rows('1 item atrasado')[0]?.textContent).toMatch(/^8\/26 · Pasta da Maria.*atrasado há/)
  await waitFor(() => expect(rows('2 itens comigo')).toHaveLength(2))

  page = await open('/', { as: debora, api })
  await page.findByRole('region', { name: '2 itens comigo, 1 item atrasado' })
  await waitFor(() => expect(rows('2 itens comigo, 1 item atrasado')).toHaveLength(2))
  await page.press('2 itens comigo', 'link')
  await waitFor(() => expect(page.address()).toBe('/retornos?responsible=me'))
})

// proves 17.70
it('a sender completes in place what came back', async () => {
  const back = returnRow(8, '8/26', { status: itemStatus.returned, actualReturnDate: '2026-11-20T12:00:00Z' })
  const path = '/retornos?side=toReceive&status=Retornado'
  const today = (count: number) => ({ ...(filled['GET /api/dashboard/today'] as object), toConfirm: { count, path } })
  const page = await open('/', {
    as: ana,
    api: {
      ...filled,
      'GET /api/dashboard/today': today(1),
      'GET /api/returns': ({ query }: Call) => listOf(query.status === 'Retornado' ? [back] : []),
      'POST /api/protocols/items/8/complete': () => {
        Object.assign(page.api, { 'GET /api/dashboard/today': today(0), 'GET /api/returns': listOf([]) })
        return { item: itemAnswer(item(8, '8/26', { status: itemStatus.completed })) }
      },
    },
  })
  await page.press('Concluir 8/26')
  await toast('Item concluído com sucesso!')
  await page.says(/^Tudo em dia\./)
})

// proves 2.4.4, 21.52
it('more of the returns come where the keyboard is, and requests are one press away', async () => {
  const row = (id: number) => ({
    id,
    protocol_id: 5,
    status: 'pendente',
    return_date: `2099-01-0${id}`,
    side: 'toReceive',
  })
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ ...row(id), document_number: `${id}/26` }))
  const extensionRequests = { count: 1, path: '/retornos?view=pedidos&side=to_decide&status=aberto' }
  const page = await open('/', {
    as: ana,
    api: {
      ...{ ...filled, 'GET /api/dashboard/upcoming-returns': rows },
      'GET /api/dashboard/today': { ...(filled['GET /api/dashboard/today'] as object), extensionRequests },
    },
  })
  await page.press('Mostrar mais 3 itens')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^6\/26/))
  await page.press('1 pedido de prazo a decidir', 'link')
  await page.says('Nenhum pedido de prazo a decidir')
  expect(page.address()).toBe(extensionRequests.path)
})

describe('words and figures', () => {
  describe('change words', () => {
    it.each([
      [12, '12 a mais que no período anterior'],
      [-1, '1 a menos que no período anterior'],
      [-1234, '1.234 a menos que no período anterior'],
      [0, 'igual ao período anterior'],
    ])('a difference of %d', (difference, words) => expect(changeWords(difference)).toBe(words))
  })

  describe('dashboard search', () => {
    it.each([
      [undefined, 'month'],
      ['month', 'month'],
      ['year', 'year'],
      ['century', 'month'],
      [7, 'month'],
    ])('the period %s in the address is %s', (period, expected) =>
      expect(periodOf(dashboardSearch({ period }))).toBe(expected),
    )
  })

  describe('short list', () => {
    it.each([
      ['', ''],
      ['abc', 'abc'],
      ['ABCDEFG', 'ABCDE'],
      ['abcdefg', 'abcde'],
      ['ABCDEFabcd', 'ABCab'],
      ['ABCDEFa', 'ABCDa'],
      ['Aabcdefg', 'Aabcd'],
    ])('of %s, with the late ones in capitals, shows %s', (rows, shown) => {
      expect(shortList([...rows], (row) => row === row.toUpperCase()).join('')).toBe(shown)
    })
  })

  describe('today words', () => {
    const today = (count: number, others = 0) =>
      Object.fromEntries(
        todayFacts.map((fact) => [fact, { count: fact === 'toReceive' ? count : others, path: `/${fact}` }]),
      ) as Record<TodayFact, { count: number; path: string }>

    const texts = (...counts: [number, number]) => factsOf(today(...counts)).map(({ text }) => text)

    // proves 17.70
    it('nothing is shown of what is zero', () => {
      expect(factsOf(today(0))).toEqual([])
      expect(factsOf({})).toEqual([])
      expect(factsOf(today(3))).toEqual([
        { fact: 'toReceive', count: 3, text: '3 protocolos a receber', path: '/toReceive' },
      ])
      expect(ownFact('mine')).toBeNull()
      expect(ownFact('mine', 0)).toBeNull()
      expect(ownFact('mine', 1)).toMatchObject({ text: '1 item comigo', path: '/retornos?responsible=me' })
    })

    // proves 17.70, 21.52
    it('one and several have their own words', () => {
      expect(texts(1, 1)).toEqual([
        '1 item atrasado',
        '1 item a devolver hoje',
        '1 protocolo a receber',
        '1 item a confirmar',
        '1 item sem responsável',
        '1 pedido de prazo a decidir',
        '1 ocorrência a resolver',
        '1 protocolo sem recebimento',
      ])
      expect(texts(2, 1200)).toEqual([
        '1.200 itens atrasados',
        '1.200 itens a devolver hoje',
        '2 protocolos a receber',
        '1.200 itens a confirmar',
        '1.200 itens sem responsável',
        '1.200 pedidos de prazo a decidir',
        '1.200 ocorrências a resolver',
        '1.200 protocolos sem recebimento',
      ])
    })

    it('the filters of a list are those of its path', () => {
      expect(linkTo('/retornos?side=toReturn&responsible=none')).toEqual({
        to: '/retornos',
        search: { side: 'toReturn', responsible: 'none' },
      })
      expect(linkTo('/protocolos')).toEqual({ to: '/protocolos', search: {} })
    })
  })
})
