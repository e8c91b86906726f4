import { expect, it } from 'vitest'
import { trackingSearch } from './tracking-search.ts'

it('keeps what is set', () => {
  const search = { search: 318, type: 'document', department: '4', status: 'Concluído', category: 2, timeline: 77 }
  expect(trackingSearch(search)).toEqual({ ...search, search: '318', department: 4 })
})

it.each([
  { type: 'protocol' },
  { type: 'supplier' },
  { search: '  ' },
  { status: 'Retornado' },
  { department: '1.5', category: -2 },
  { timeline: 'aberta' },
])('lets nothing but a filter through: %j', (search) => expect(trackingSearch(search)).toEqual({}))
