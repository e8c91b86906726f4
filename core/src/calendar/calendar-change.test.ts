import { expect, it } from 'vitest'
import { type CalendarChange, holidaysAfter } from './calendar-change.ts'
import { holidayInput } from './holiday.ts'

it.each<[string, CalendarChange, string[]]>([
  ['an added holiday', { added: '2026-11-25' }, ['2026-11-20', '2026-11-25']],
  ['a removed one', { removed: '2026-11-20' }, []],
  ['one that is moved', { removed: '2026-11-20', added: '2026-11-25' }, ['2026-11-25']],
  ['a change that was made already', { removed: '2026-11-25', added: '2026-11-20' }, ['2026-11-20']],
  ['no change', {}, ['2026-11-20']],
])('the holidays after %s', (_, change, after) => {
  expect([...holidaysAfter(new Set(['2026-11-20']), change)]).toEqual(after)
})

it.each([
  [{}, 'Data é obrigatória'],
  [{ date: '' }, 'Data é obrigatória'],
  [{ date: '2026-02-30' }, 'Data inválida'],
  [{ date: '1999-12-31' }, 'Informe uma data entre 2000 e 2100'],
  [{ date: '2026-11-25', name: ' ' }, 'Nome do feriado é obrigatório'],
])('a holiday %j is refused: %s', (input, sentence) => {
  expect(holidayInput.safeParse({ name: 'Aniversário da cidade', ...input }).error?.issues[0]?.message).toBe(sentence)
})
