import { expect, it } from 'vitest'
import { itemStatus, itemStatusOf } from './item-status.ts'

// proves 4.14
it.each([
  ['pendente', itemStatus.pending],
  ['Retornado', itemStatus.returned],
  ['CONCLUÍDO', itemStatus.completed],
  ['Cancelado', itemStatus.cancelled],
])('%s is %s', (answered, status) => expect(itemStatusOf(answered)).toBe(status))

it('stays absent', () => expect([itemStatusOf(null), itemStatusOf(undefined)]).toEqual([undefined, undefined]))
