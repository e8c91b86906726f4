import { expect, it } from 'vitest'
import { canDeleteItemType } from './item-type.ts'

it('a type that items have stays', () => {
  expect(canDeleteItemType({ itemsCount: 0 }).allowed).toBe(true)
  expect(canDeleteItemType({ itemsCount: 1 })).toMatchObject({
    allowed: false,
    message: 'Não é possível excluir tipos de itens com itens associados',
  })
})
