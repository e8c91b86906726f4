import { expect, it } from 'vitest'
import { remindedToday, reminderWords } from './reminder.ts'

const today = '2026-11-22'

// proves 17.53
it.each([
  [{}, '', null],
  [
    // 23:30 of the day before in São Paulo
    { remindedAt: '2026-11-22T02:30:00Z', remindedBy: 'Ana Nogueira' },
    'Cobrado há 1 dia por Ana Nogueira',
    null,
  ],
  [
    { remindedAt: '2026-11-22T03:00:00Z', remindedBy: 'Ana Nogueira' },
    'Cobrado hoje por Ana Nogueira',
    'Já cobrado hoje por Ana Nogueira.',
  ],
  [{ remindedAt: '2026-11-20T15:00:00Z', remindedBy: null }, 'Cobrado há 2 dias', null],
  [{ remindedAt: '2026-11-22T15:00:00Z', remindedBy: null }, 'Cobrado hoje', 'Já cobrado hoje.'],
])('%j reads %s', (item, words, refusal) => {
  expect(reminderWords(item, today)).toBe(words)
  expect(remindedToday(item, today)).toBe(refusal)
})
