import { expect, it } from 'vitest'
import { categoriesFor, conflictWithCategories, missingReasons } from './return-requirement.ts'

const returns = { returnDays: 5 }
const stays = { returnDays: 0 }
const open = { returnDays: null }

const cannotRequire =
  'Não é possível marcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que não requerem retorno.'
const mustRequire =
  'Não é possível desmarcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que requerem retorno.'

// proves 5.2.4, 5.2.5
it.each([
  [true, [], undefined],
  [false, [], undefined],
  [true, [returns, returns], undefined],
  [true, [returns, stays], cannotRequire],
  [true, [open], cannotRequire],
  [false, [stays, open], undefined],
  [false, [open, returns], mustRequire],
  [true, [{ returnDays: 1 }], undefined],
  [false, [{ returnDays: 1 }], mustRequire],
])('return required %s with the categories %j', (requiresReturn, chosen, expected) => {
  expect(conflictWithCategories(requiresReturn, chosen)).toBe(expected)
})

// proves 5.2.6
it('offers only the categories that fit', () => {
  expect(categoriesFor(true, [returns, stays, open])).toEqual([returns])
  expect(categoriesFor(false, [returns, stays, open])).toEqual([stays, open])
})

// proves 5.2.2
it('asks each item for its reason, only when return is required', () => {
  const items = [{ reason: 'Assinatura' }, { reason: ' ' }, {}, { reason: null }]
  expect(Object.keys(missingReasons(true, items))).toEqual(['items.1.reason', 'items.2.reason', 'items.3.reason'])
  expect(missingReasons(false, items)).toEqual({})
})
