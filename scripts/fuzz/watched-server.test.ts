import { expect, it } from 'vitest'
import { growthOf } from './watched-server.ts'

/** A heap that rises to twice its floor and is collected, every minute. */
const course = (floor: (minute: number) => number) =>
  Array.from({ length: 400 }, (_, index) => ({
    resident: 300,
    heap: floor(Math.floor(index / 20)) * (1 + (index % 20) / 20),
  }))

// proves 18.47
it('tells garbage from growth', () => {
  expect(growthOf(course(() => 60))).toEqual([])
  expect(growthOf(course((minute) => 60 + minute * 8))).toEqual([expect.stringMatching(/^The heap grows: /)])
})

it('judges no trend of a few minutes, but a size that is too large', () => {
  expect(growthOf(course((minute) => 60 + minute * 8).slice(0, 100))).toEqual([])
  expect(growthOf([{ resident: 900, heap: 100 }])).toEqual(['The server took 900 MiB.'])
})
