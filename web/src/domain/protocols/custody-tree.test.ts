import type { CustodyPath, PathHop } from '@malote/core/protocols/custody-path.ts'
import { describe, expect, it } from 'vitest'
import { type CustodyStop, custodyTree, isChain } from './custody-tree.ts'

const hop = (department: string, protocolId: number | null = null, since = '2026-11-20T12:00:00Z'): PathHop => ({
  department,
  since,
  receivedAt: since,
  returnedAt: null,
  returnDate: '2026-11-27',
  protocolId,
})

let nextId = 1
const group = (itemsCount: number, hops: PathHop[], at = hops.length - 1): CustodyPath[number] => ({
  from: null,
  itemsCount,
  itemIds: Array.from({ length: itemsCount }, () => nextId++),
  hops,
  at,
})

/** `Jurídico 1/3 (Diretoria 2/2)`: the name, the items here of all that went there, and the ways on. */
const drawn = ({ hop: leading, here, count, onward }: CustodyStop): string => {
  const ways = onward.length > 0 ? ` (${onward.map(drawn).join(', ')})` : ''
  return `${leading?.department ?? 'origem'} ${here}/${count}${ways}`
}

describe('custodyTree', () => {
  const legal = hop('Jurídico', 5)

  // proves 20.66
  it('branches where the items went to several departments, and counts where they are', () => {
    const path = [
      group(3, [legal]),
      group(1, [legal, hop('Diretoria')]),
      group(1, [legal, hop('Diretoria'), hop('Patrimônio')]),
      group(2, [legal, hop('Compras')]),
    ]
    expect(drawn(custodyTree(path))).toBe('origem 0/7 (Jurídico 3/7 (Diretoria 1/2 (Patrimônio 1/1), Compras 2/2))')
  })

  // proves 20.66
  it('has the items with the stop before while they are on their way, or once they were returned', () => {
    const path = [group(1, [legal], -1), group(2, [legal, hop('Diretoria')], 0)]
    expect(drawn(custodyTree(path))).toBe('origem 1/3 (Jurídico 2/3 (Diretoria 0/2))')
  })

  it('tells two deliveries to the same department apart', () => {
    const later = '2026-11-21T12:00:00Z'
    const path = [group(1, [legal, hop('Diretoria', 7)]), group(1, [legal, hop('Diretoria', 8, later)])]
    expect(drawn(custodyTree(path))).toBe('origem 0/2 (Jurídico 0/2 (Diretoria 1/1, Diretoria 1/1))')
  })

  it('keeps the items of each stop', () => {
    const path = [group(1, [legal]), group(2, [legal, hop('Diretoria')])]
    const [first] = custodyTree(path).onward
    expect(first?.itemIds).toEqual(path.flatMap(({ itemIds }) => itemIds))
    expect(first?.onward[0]?.itemIds).toEqual(path[1]?.itemIds)
  })
})

describe('isChain', () => {
  // proves 20.66
  it.each([
    ['no path', null, false],
    ['only the protocol itself', [group(2, [hop('Jurídico')])], false],
    ['a further stop', [group(1, [hop('Jurídico')]), group(1, [hop('Jurídico'), hop('Diretoria')])], true],
    ['items that came from elsewhere', [{ ...group(1, [hop('Jurídico')]), from: 'RH' }], true],
  ])('of %s', (_, path, expected) => expect(isChain(path)).toBe(expected))
})
