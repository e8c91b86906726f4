import { zodResolver } from '@hookform/resolvers/zod'
import { type CalendarChange, changesTheCount } from '@malote/core/calendar/calendar-change.ts'
import { holidayEdit, holidayInput } from '@malote/core/calendar/holiday.ts'
import { isCivilDate } from '@malote/core/shared/civil-date.ts'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { saveHoliday } from '../../domain/calendar/calendar.api.ts'
import type { HolidayRow } from '../../domain/calendar/holiday-row.ts'
import { useRegisterForm } from '../../domain/catalogs/use-register-form.ts'
import { formatDate } from '../../lib/format.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { holidayWords, weekdayName } from './holiday-words.ts'

const resolver = zodResolver(holidayInput)
const formOf = (holiday: HolidayRow | null) => ({ date: holiday?.date ?? '', name: holiday?.name ?? '' })

interface HolidayDialogProps {
  isOpen: boolean
  /** null for a new holiday. */
  holiday: HolidayRow | null
  /** Called after a save with the change of the calendar. */
  onChange: (change: CalendarChange) => void
  onClose: () => void
}

export function HolidayDialog({ isOpen, holiday, onChange, onClose }: HolidayDialogProps) {
  const { field, control, clearErrors, dialog } = useRegisterForm({
    row: holiday,
    formOf,
    resolver,
    save: {
      ...saveHoliday(useQueryClient()),
      onSuccess: (_, { fields }) => {
        if (fields.date !== holiday?.date) onChange({ added: fields.date, removed: holiday?.date })
      },
    },
    wire: holidayEdit,
    shownAs: { date: formatDate },
    words: holidayWords,
    isOpen,
    onClose,
  })
  const date = useWatch({ control, name: 'date' })
  return (
    <FormDialog {...dialog}>
      <Controller
        control={control}
        name="date"
        render={({ field: { onChange, ...rest }, fieldState }) => (
          <DateField
            {...rest}
            label="Data"
            required
            min="2000-01-01"
            max="2100-12-31"
            data-autofocus
            description={describe(date)}
            error={fieldState.error?.message}
            onChange={(day) => {
              clearErrors('date')
              onChange(day)
            }}
          />
        )}
      />
      <TextInput label="Nome" required maxLength={120} autoComplete="off" {...field('name')} />
    </FormDialog>
  )
}

function describe(date: string) {
  if (!isCivilDate(date)) return 'O dia deixa de contar em Dias úteis.'
  const name = weekdayName(date)
  return changesTheCount(date)
    ? `${name}: o dia deixa de contar em Dias úteis.`
    : `${name}: não é dia útil, nenhum prazo muda.`
}
