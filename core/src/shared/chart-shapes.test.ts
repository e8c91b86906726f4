import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitsOnMark,
  labelInterval,
  largestStack,
  pieSlices,
  sliceMiddles,
  stackAt,
  wholeTicks,
} from './chart-shapes.ts'

describe('the marks of a scale', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [5, [0, 2, 4, 6]],
    [15, [0, 4, 8, 12, 16]],
    [97, [0, 25, 50, 75, 100]],
    [1234, [0, 400, 800, 1200, 1600]],
  ])('up to %d are %j', (most, ticks) => expect(wholeTicks(most)).toEqual(ticks))

  it('are whole, evenly apart, few, and reach the largest value', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (most) => {
        const ticks = wholeTicks(most)
        const step = ticks[1] ?? 0
        expect(ticks).toEqual(ticks.map((_, index) => index * step))
        expect(ticks.every(Number.isInteger)).toBe(true)
        expect(ticks.length).toBeLessThanOrEqual(5)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
      }),
    )
  })
})

const chart = {
  labels: ['seg', 'ter'],
  datasets: [
    { label: 'Pendente', data: [2, 0] },
    { label: 'Concluído', data: [3, 4] },
  ],
}

it('the parts of a bar stand upon each other', () => {
  expect(stackAt(chart, 0)).toEqual([
    { from: 0, to: 2 },
    { from: 2, to: 5 },
  ])
  expect(largestStack(chart)).toBe(5)
  expect(largestStack({ labels: [], datasets: [] })).toBe(0)
})

describe('the slices of a pie', () => {
  it('begin at the top and go clockwise', () => {
    expect(pieSlices([1, 1], 10, 10, 10)).toEqual([
      'M10 10 L10 0 A10 10 0 0 1 10 20 Z',
      'M10 10 L10 20 A10 10 0 0 1 10 0 Z',
    ])
  })

  it('are a whole circle for the only value, and nothing for none', () => {
    expect(pieSlices([0, 7], 10, 10, 10)).toEqual(['', 'M10 0 A10 10 0 0 1 10 20 A10 10 0 0 1 10 0 Z'])
    expect(pieSlices([0, 0], 10, 10, 10)).toEqual(['', ''])
  })

  it('leave nothing out where one is almost the whole', () => {
    expect(pieSlices([499_999, 1], 10, 10, 10)[0]).toBe('M10 10 L10 0 A10 10 0 0 1 10 20 A10 10 0 0 1 10 0 Z')
  })
})

it('the labels of slices stand in their middle', () => {
  expect(sliceMiddles([1, 1], 10, 10, 10)).toEqual([
    { x: 16.4, y: 10, share: 0.5 },
    { x: 3.6, y: 10, share: 0.5 },
  ])
  expect(sliceMiddles([0, 7], 10, 10, 10)[1]).toEqual({ x: 10, y: 10, share: 1 })
  expect(sliceMiddles([0], 10, 10, 10)[0]?.share).toBe(0)
})

// proves 17.61
describe('the axis of time', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, day) => `${String((day % 28) + 1).padStart(2, '0')}/11`)

  it.each([
    [days(7), 1],
    [days(13), 2],
    [days(30), 5],
    [Array.from({ length: 13 }, (_, month) => `${String((month % 12) + 1).padStart(2, '0')}/2026`), 3],
    [[], 1],
  ])('%j has a label at every %d', (labels, interval) => expect(labelInterval(labels)).toBe(interval))
})

it('a number stands on its mark only where there is room', () => {
  expect(fitsOnMark('12', 24, 16, 11)).toBe(true)
  expect(fitsOnMark('12', 14, 16, 11)).toBe(false)
  expect(fitsOnMark('12', 24, 9, 11)).toBe(false)
})
