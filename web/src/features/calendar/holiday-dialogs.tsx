import { zodResolver } from '@hookform/resolvers/zod'
import { type CalendarChange, changesTheCount } from '@malote/core/calendar/calendar-change.ts'
import { holidayEdit, holidayInput } from '@malote/core/calendar/holiday.ts'
import { isCivilDate } from '@malote/core/shared/civil-date.ts'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { deleteHoliday, type HolidayRow, saveHoliday } from '../../domain/calendar/calendar.api.ts'
import type { CatalogDialogsProps } from '../../domain/catalogs/catalog-page.tsx'
import { DeleteDialog } from '../../domain/catalogs/entry-dialogs.tsx'
import { useEntryForm } from '../../domain/catalogs/use-entry-form.ts'
import { formatDate } from '../../lib/format.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { deletionWords, holidayWords, weekdayName } from './holiday-words.ts'

/** Loaded when the first dialog opens. After a change, `EffectDialog` asks about the open due dates. */
export default function HolidayDialogs({ openDialog, isOpen, onClose }: CatalogDialogsProps<HolidayRow>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const made = useRef<CalendarChange>(null)

  const close = () => {
    if (!made.current) return onClose()
    const change = made.current
    made.current = null
    const year = Number((change.added ?? change.removed)?.slice(0, 4))
    void navigate({ to: '/settings/calendar', search: { year, ...change }, replace: true, resetScroll: false })
  }
  const onChange = (change: CalendarChange) => {
    made.current = change
  }
  if (openDialog.what !== 'delete') {
    return <HolidayDialog isOpen={isOpen} holiday={openDialog.row} onChange={onChange} onClose={close} />
  }
  const { date } = openDialog.row
  return (
    <DeleteDialog
      {...openDialog.row}
      isOpen={isOpen}
      words={deletionWords(openDialog.row)}
      remove={{ ...deleteHoliday(queryClient), onSuccess: () => onChange({ removed: date }) }}
      onClose={close}
    />
  )
}

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

function HolidayDialog({ isOpen, holiday, onChange, onClose }: HolidayDialogProps) {
  const { field, control, clearErrors, dialog } = useEntryForm({
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
