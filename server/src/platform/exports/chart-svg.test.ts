import { expect, it } from 'vitest'
import { chartSvg } from './chart-svg.ts'

const looks = {
  Concluído: { colour: '#14532D', ink: '#FFFFFF' },
  Cancelado: { colour: '#B8392F', ink: '#FFFFFF', isHatched: true },
}
const chart = (data: number[]) => ({ labels: ['Concluído', 'Cancelado'], datasets: [{ label: 'Protocolos', data }] })

// proves 17.61
it('draws marks that differ by stripes, with their shares', () => {
  const svg = chartSvg(chart([3, 1]), 'pie', looks)
  expect(svg).toContain('<pattern id="hatch-B8392F"')
  expect(svg.match(/fill="url\(#hatch-B8392F\)"/g)).toHaveLength(2) // the slice and its sample
  expect(svg).toMatch(/>75%<.*>25%</)
})

it('writes no number on a mark without room', () => {
  const datasets = Object.keys(looks).map((label) => ({ label, data: label === 'Cancelado' ? [1] : [999] }))
  const svg = chartSvg({ labels: ['Jurídico'], datasets }, 'bar', looks)
  expect(svg).toContain('>999<')
  expect(svg).not.toContain('>1<')
})

it.each([
  ['pie', '>Concluído: 12.345 (100%)<'],
  ['bar', '>12.345<'],
  ['line', '>4.000<'],
] as const)('writes the numbers of a %s as the table does', (kind, words) => {
  expect(chartSvg(chart([12_345, 1]), kind)).toContain(words)
})

it('has the axis of the screen', () => {
  const labels = Array.from({ length: 30 }, (_, day) => `${String(day + 1).padStart(2, '0')}/11`)
  const svg = chartSvg({ labels, datasets: [{ label: 'Protocolos', data: labels.map(() => 7) }] }, 'line')
  expect([...svg.matchAll(/>(\d\d\/11)</g)].map(([, label]) => label)).toEqual([
    '05/11',
    '10/11',
    '15/11',
    '20/11',
    '25/11',
    '30/11',
  ])
  expect([...svg.matchAll(/>(\d)</g)].map(([, tick]) => tick)).toEqual(['0', '2', '4', '6', '8'])
})
