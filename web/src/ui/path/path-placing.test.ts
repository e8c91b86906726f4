import { expect, it } from 'vitest'
import type { ChainStop } from './path-facts.ts'
import { columnsOf, type PlacedStop, placed } from './path-placing.ts'

const stop = (name: string, ...onward: ChainStop[]): ChainStop => ({
  ...{ key: name, label: '', name, isHere: false, line: 'solid', onward },
})

/** `Jurídico 2/1`: its column and row. */
const places = ({ stop: { name }, column, row, onward }: PlacedStop): string[] => [
  `${name} ${column}/${row}`,
  ...onward.flatMap(places),
]

// proves 20.66
it('gives each further way on a row of its own, below those of the ways before', () => {
  const root = placed(
    stop('RH', stop('Jurídico', stop('Diretoria', stop('Obras'), stop('Saúde')), stop('Compras', stop('Patrimônio')))),
  )
  expect(places(root)).toEqual([
    'RH 1/1',
    'Jurídico 2/1',
    'Diretoria 3/1',
    'Obras 4/1',
    'Saúde 4/2',
    'Compras 3/3',
    'Patrimônio 4/3',
  ])
  expect(columnsOf(root)).toBe(4)
})
