import type { CalendarChange } from '@malote/core/calendar/calendar-change.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { deleteHoliday } from '../../domain/calendar/calendar.api.ts'
import type { HolidayRow } from '../../domain/calendar/holiday-row.ts'
import { DeleteDialog } from '../../domain/catalogs/delete-dialog.tsx'
import type { RegisterDialogsProps } from '../../domain/catalogs/register-page.tsx'
import { HolidayDialog } from './holiday-dialog.tsx'
import { deletionWords } from './holiday-words.ts'

/** Loaded when the first dialog opens. After a change, `EffectDialog` asks about the open due dates. */
export default function HolidayDialogs({ openDialog, isOpen, onClose }: RegisterDialogsProps<HolidayRow>) {
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
