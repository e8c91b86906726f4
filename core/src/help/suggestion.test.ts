import { expect, it } from 'vitest'
import { ratingLevels } from './rating.ts'
import { newSuggestionWire, suggestionBadge } from './suggestion.ts'
import { suggestionCategories, suggestionCount, suggestionFilter, suggestionPriorities } from './suggestion-filter.ts'

// proves 4.27
it.each([
  ['pendente', undefined],
  ['em_analise', 'Em Análise'],
  ['aprovada', 'Aprovada'],
  ['implementada', 'Implementada'],
  ['rejeitada', 'Rejeitada'],
  ['arquivada', 'Rejeitada'],
])('the badge of a suggestion that is %s: %s', (status, badge) => expect(suggestionBadge(status)).toBe(badge))

// proves 5.7.2
it('knows the kinds of the contract', () => {
  expect(suggestionCategories).toEqual([
    'interface',
    'funcionalidade',
    'performance',
    'documentacao',
    'correcao',
    'integracao',
    'outro',
  ])
  expect(suggestionPriorities).toEqual(['baixa', 'media', 'alta'])
  expect(ratingLevels).toEqual(['muito_ruim', 'ruim', 'neutro', 'bom', 'excelente'])
})

// proves 3.23, 5.7.1
it('travels under the names of the contract; the expected benefit is optional', () => {
  const sent = { category: 'outro', priority: 'baixa', title: 'Letras', description: 'Maiores' }
  expect(newSuggestionWire.parse(sent)).toEqual(sent)
  expect(newSuggestionWire.parse({ ...sent, expected_benefit: 'Ler' })).toMatchObject({ expectedBenefit: 'Ler' })
})

// proves 9.16
it.each([
  [{}, 10],
  [{ limit: '5' }, 5],
  [{ limit: 'muitas' }, 10],
])('%j of the popular or the recent ones are %i', (query, limit) =>
  expect(suggestionCount.parse(query)).toEqual({ limit }),
)

it.each([
  [undefined, 0],
  ['20', 20],
  ['-1', 0],
  ['vinte', 0],
  ['10001', 10_000],
  ['99999999999999999999', 10_000],
])('the list begins after as many as asked for, at most ten thousand: %j', (offset, skipped) =>
  expect(suggestionFilter.parse({ offset }).offset).toBe(skipped),
)
