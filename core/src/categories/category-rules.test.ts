import { expect, it } from 'vitest'
import { canDeleteCategory, returnDaysLabel } from './category-rules.ts'

it('a category that protocols have stays', () => {
  expect(canDeleteCategory({ protocolsCount: 0 }).allowed).toBe(true)
  expect(canDeleteCategory({ protocolsCount: 1 })).toMatchObject({
    allowed: false,
    message: 'Não é possível excluir categorias com protocolos associados',
  })
})

// proves 2.12.3
it.each([
  [15, '15 dias'],
  [1, '1 dias'], // contract 2.12.3 says '{n} dias', to the letter
  [0, 'Não se aplica'],
  [null, 'Não se aplica'],
  [undefined, 'Não se aplica'],
])('%j days of return are shown as %j', (days, label) => expect(returnDaysLabel(days)).toBe(label))
