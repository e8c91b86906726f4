import { describe, expect, it } from 'vitest'
import { inQuarters } from './spoken.tsx'

describe('a percentage that is spoken', () => {
  it('changes four times on its way', () => {
    const told = Array.from({ length: 101 }, (_, percent) => inQuarters(percent))
    expect([...new Set(told)]).toEqual([0, 25, 50, 75, 100])
    expect(inQuarters(99)).toBe(75)
  })
})
