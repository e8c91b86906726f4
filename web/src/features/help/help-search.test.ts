import { helpSections } from '@malote/core/help/help-content.ts'
import { expect, it } from 'vitest'
import { findSections, helpSearch } from './help-search.ts'

const found = (words: string) => findSections(helpSections, words).map(({ key }) => key)

// proves 2.14.1
it.each([
  ['', 6],
  ['CNPJ', 1],
  ['devolucao', 1],
  ['RELATORIOS', 1],
  ['não existe', 0],
])('%j is found in %d sections', (words, count) => {
  expect(found(words)).toHaveLength(count)
})

// proves 2.14.2
it('reads only what the address may say', () => {
  expect(helpSearch({ search: ' prazo ', view: 'cards', section: 'returns' })).toEqual({
    search: 'prazo',
    view: 'cards',
    section: 'returns',
  })
  expect(helpSearch({ view: 'lista', section: 'outra' })).toEqual({})
})
