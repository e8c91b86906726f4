import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { role } from '@malote/core/users/role.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { TypeCell } from './return-cells.tsx'
import { dueDaysOf } from './return-chips.tsx'
import { type ReturnSearch, returnFilterOf, returnSearch } from './return-search.ts'
import { choiceRefusal } from './return-selection.ts'
import { fromRequests, toCalendar, toList } from './view-switch.tsx'

describe('due days', () => {
  // proves 21.41
  it.each([
    [{ from: '2026-11-20', to: '2026-11-20' }, '20/11/2026'],
    [{ from: '2026-11-01', to: '2026-11-30' }, 'de 01/11/2026 a 30/11/2026'],
    [{ from: '2026-11-01', to: undefined }, 'desde 01/11/2026'],
    [{ from: undefined, to: '2026-11-30' }, 'até 30/11/2026'],
    [{ from: undefined, to: undefined }, undefined],
  ])('%j in words: %s', (days, words) =>
    expect(dueDaysOf({ dateFrom: days.from, dateTo: days.to } as ReturnSearch)).toBe(words),
  )
})

describe('return search', () => {
  it('keeps what is set', () => {
    const search = {
      page: 2,
      search: 318,
      status: 'all',
      department: 4,
      dateFilter: 'week',
      side: 'toReturn',
      item: '7',
    }
    expect(returnSearch(search)).toEqual({ ...search, search: '318', item: 7 })
  })

  it('keeps the view and its month', () => {
    const search = { view: 'calendario', month: '2026-11', status: 'all' }
    expect(returnSearch(search)).toEqual(search)
  })

  it.each([
    { page: 1 },
    { page: 'muitas' },
    { search: '  ' },
    { status: 'Pendente' },
    { status: 'Perdido' },
    { dateFilter: 'all' },
    { dateFilter: 'nunca', side: 'all' },
    { department: 'RH', item: -1 },
    { cor: 'azul' },
    { view: 'lista', month: '2026-13' },
    { dateFrom: '2026-11-31' },
  ])('lets nothing but a filter through: %j', (search) => expect(returnSearch(search)).toEqual({}))

  it('asks the server for what is pending, of every date, unless the address says otherwise', () => {
    expect(returnFilterOf(returnSearch({ item: 7 }))).toEqual({
      page: 1,
      perPage: 10,
      status: 'Pendente',
      dateFilter: 'all',
    })
  })
})

describe('return selection', () => {
  const row = (facts: Partial<ReturnRow> = {}) =>
    ({
      id: 1,
      status: itemStatus.pending,
      returnDate: '2026-11-20',
      responsibleId: 5,
      originDepartmentId: 1,
      destinationDepartmentId: 2,
      protocolStatus: protocolStatus.inProgress,
      ...facts,
    }) as ReturnRow

  const manager = { id: 9, name: 'Bruno', role: role.manager, departmentId: 2 }
  const sender = { id: 8, name: 'Ana', role: role.user, departmentId: 1 }

  // proves 17.50
  it.each([
    ['the default view', manager, row(), {}, true],
    ['the default view, without a responsible user', manager, row({ responsibleId: null }), {}, false],
    ['the default view, what did not come', manager, row({ absent: 'missing' }), {}, true],
    ["'Não atribuído'", manager, row({ responsibleId: null }), { responsible: 'none' }, true],
    ['the default view, from the origin', sender, row(), {}, false],
    ["'A receber de volta'", sender, row(), { side: 'toReceive' }, true],
    ["'Retornado'", sender, row({ status: itemStatus.returned }), { status: 'Retornado' }, true],
    ["'Todos'", sender, row({ status: itemStatus.returned }), { status: 'all' }, false],
    [
      "'Retornado', from the destination",
      manager,
      row({ status: itemStatus.returned }),
      { status: 'Retornado' },
      false,
    ],
  ])('in %s: %#', (_view, viewer, one, address, canChoose) =>
    expect(choiceRefusal(viewer, one, returnSearch(address)) === null).toBe(canChoose),
  )
})

describe('switch view', () => {
  // proves 21.40
  it('goes to the calendar and back without losing the filters', () => {
    const list = { page: 2, status: 'all', side: 'toReturn', dateFrom: '2026-10-05', dateTo: '2026-10-05' } as const
    const calendar = returnSearch({ ...list, ...toCalendar(list) })
    expect(calendar).toEqual({ view: 'calendario', month: '2026-10', status: 'all', side: 'toReturn' })
    expect(returnSearch({ ...calendar, ...toList })).toEqual({ status: 'all', side: 'toReturn' })
  })

  describe('from the requests for more time', () => {
    const list: ReturnSearch = { status: 'all', dateFrom: '2026-07-08', page: 2, item: 7 }
    const calendar: ReturnSearch = { status: 'all', view: 'calendario', month: '2026-07' }

    it.each<['list' | 'calendar', ReturnSearch | undefined, ReturnSearch]>([
      ['list', list, { status: 'all', dateFrom: '2026-07-08', page: 2 }],
      ['list', calendar, { status: 'all' }],
      ['list', undefined, {}],
      ['calendar', list, { status: 'all', view: 'calendario', month: '2026-07' }],
      ['calendar', calendar, calendar],
      ['calendar', undefined, { view: 'calendario' }],
    ])('leads to the %s as it was left', (view, left, found) => {
      expect(returnSearch(fromRequests(view, left))).toEqual(returnSearch(found))
    })
  })
})

describe('the type of an item', () => {
  const cell = (row: Pick<ReturnRow, 'itemType' | 'category' | 'categoryColor'>) =>
    renderToStaticMarkup(<TypeCell {...(row as ReturnRow)} />)

  // proves 2.9.3, 14.3
  it('shows the type with its category, in the colour of the category', () => {
    const chip = cell({ itemType: 'Contrato', category: 'Trabalhista', categoryColor: '#1B4F9C' })
    expect(chip.replace(/<[^>]+>/g, ' ')).toMatch(/Contrato\s+Trabalhista/)
    expect(chip).toContain('background:#1B4F9C')
  })

  it('needs neither a colour nor a category', () => {
    expect(cell({ itemType: 'Contrato', category: 'Trabalhista', categoryColor: null })).not.toContain('background')
    expect(cell({ itemType: '', category: null, categoryColor: null })).toContain('—')
  })
})
