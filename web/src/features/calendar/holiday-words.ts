import type { HolidayRow } from '../../domain/calendar/calendar.api.ts'
import { catalogWords } from '../../domain/catalogs/catalog-words.ts'
import { formatDate } from '../../lib/format.ts'

export const holidayWords = catalogWords('feriado', 'Feriado', 'o')

/** The texts for deleting a holiday. The effect on due dates is shown afterwards. */
export const deletionWords = ({ date, kind }: HolidayRow) => ({
  ...holidayWords,
  confirmation: (name: string) =>
    [
      `Tem certeza que deseja excluir o feriado "${name}", de ${formatDate(date)}?`,
      kind === 'national' && 'Um feriado nacional excluído não volta sozinho.',
    ]
      .filter(Boolean)
      .join(' '),
})

const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']

/** `2026-11-25` → `quarta-feira`; '' for an invalid date. */
export const weekdayName = (date: string | undefined) => weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
