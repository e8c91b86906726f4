import { expect, it } from 'vitest'
import { protocolSearch } from './protocol-search.ts'

it('keeps what is set', () => {
  const search = { page: 2, search: 318, status: 'Pendente', department: 4, startDate: '2026-11-01' }
  expect(protocolSearch(search)).toEqual({ ...search, search: '318' })
})

it.each([
  { page: 1 },
  { page: 'muitas' },
  { search: '  ' },
  { status: 'Todos' },
  { status: 'Perdido' },
  { department: 'RH' },
  { startDate: '2026-02-31', endDate: true },
  { cor: 'azul' },
])('lets nothing but a filter through: %j', (search) => expect(protocolSearch(search)).toEqual({}))
