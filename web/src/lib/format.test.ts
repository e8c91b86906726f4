import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  counted,
  formatBytes,
  formatDate,
  formatDateAtTime,
  formatDateTime,
  formatDay,
  formatNumber,
} from './format.ts'

// proves 9.8
describe('dates', () => {
  const lateEvening = '2026-11-21T01:30:00.000Z'

  // proves 2.6.5
  it('shows the day and hour of the organisation, not of UTC', () => {
    expect(formatDateTime(lateEvening)).toBe('20/11/2026 22:30')
    expect(formatDateAtTime(lateEvening)).toBe('20/11/2026 às 22:30')
    expect(formatDate(lateEvening, 'UTC')).toBe('21/11/2026')
  })

  it('keeps the day of a civil date', () => expect(formatDate('2026-11-01')).toBe('01/11/2026'))

  it('leaves out the year of today, whatever marks the browser puts around a date', () => {
    const format = vi
      .spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
      .mockReturnValue(() => '\u200e20/11/2026\u200e')
    onTestFinished(() => format.mockRestore())
    expect(formatDay(lateEvening, '2026-12-01')).toBe('20/11')
    expect(formatDay(lateEvening, '2027-01-01')).toBe('20/11/2026')
  })

  it.each([null, undefined, '', 'talvez'])('shows nothing for %s', (value) => {
    expect(formatDate(value)).toBe('')
    expect(formatDateAtTime(value)).toBe('')
  })
})

it.each([
  [820, '820 bytes'],
  [14_200, '14 kB'],
  [2_400_000, '2,4 MB'],
])('%d bytes read %s', (bytes, expected) => expect(formatBytes(bytes)).toBe(expected))

it.each([
  [0, '0'],
  [-7, '-7'],
  [999, '999'],
  [1000, '1.000'],
  [-12_345, '-12.345'],
  [4.5, '4,5'],
])('%d reads %s', (value, expected) => expect(formatNumber(value)).toBe(expected))

it('counts in words', () => {
  expect(counted(1, 'item', 'itens')).toBe('1 item')
  expect(counted(1200, 'item', 'itens')).toBe('1.200 itens')
})
