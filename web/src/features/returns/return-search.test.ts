import { expect, it } from 'vitest'
import { returnFilterOf, returnSearch } from './return-search.ts'

it('keeps what is set', () => {
  const search = { page: 2, search: 318, status: 'all', department: 4, dateFilter: 'week', side: 'toReturn', item: '7' }
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
