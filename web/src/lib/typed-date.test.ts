import { describe, expect, it } from 'vitest'
import { completeDay, typedDay } from './typed-date.ts'

describe('a typed day', () => {
  it.each([
    ['27/11/2026', '2026-11-27'],
    ['5/3/26', '2026-03-05'],
    ['05032026', '2026-03-05'],
    ['050326', '2026-03-05'],
    ['5.3.2026', '2026-03-05'],
    ['5-3-2026', '2026-03-05'],
    ['  27 11 2026 ', '2026-11-27'],
    ['2026-11-27', '2026-11-27'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2026', null],
    ['31/4/26', null],
    ['11/27/2026', null],
    ['27/11/0202', null],
    ['27/11', null],
    ['amanhã', null],
    ['', null],
  ])('%j is %s', (text, day) => expect(typedDay(text)).toBe(day))
})

describe('while it is typed', () => {
  it.each([
    ['27/11/2', null],
    ['27/11/20', null],
    ['27/11/202', null],
    ['27/11/2026', '2026-11-27'],
    ['050320', null],
    ['05032026', '2026-03-05'],
    ['2026-11-2', null],
    ['2026-11-27', '2026-11-27'],
  ])('%j counts as %s', (text, day) => expect(completeDay(text)).toBe(day))
})
