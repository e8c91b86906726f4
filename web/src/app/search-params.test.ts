import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './router.ts'

it.each(['318', 'true', '"aspas"', 'Jurídico & RH', 'a+b', '{}'])('keeps the search %s as it was typed', (search) => {
  expect(parseSearch(stringifySearch({ search }))).toEqual({ search })
})

it('writes numbers and texts alike, and nothing for what is not set', () => {
  expect(stringifySearch({ search: '318', page: 2, status: undefined })).toBe('?search=318&page=2')
  expect(stringifySearch({ page: undefined })).toBe('')
})
