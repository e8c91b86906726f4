import { ActionIcon, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { TouchClose } from '../dialog/touch-close.tsx'
import { floatingButton } from '../floating-button.ts'
import { lazyPart } from '../lazy-part.tsx'
import classes from './date-field.module.css'

const DayCalendar = lazyPart(
  () => import('./day-calendar.tsx'),
  <div className={classes.waiting} tabIndex={-1} data-autofocus />,
)

interface DatePopoverProps {
  /** Id of the field's label, so that the calendar's name includes it. */
  labelId: string
  value: string | null
  min?: string | undefined
  max?: string | undefined
  onPick: (day: string) => void
}

/** The button of a date field and its calendar. The button has its own accessible name, distinct from the field's. */
export function DatePopover({ labelId, onPick, ...days }: DatePopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const pick = (day: string) => {
    onPick(day)
    setOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label="Abrir calendário"
          aria-describedby={labelId}
          {...floatingButton('dialog', isOpen, setOpen)}
        >
          <IconCalendar size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-modal aria-label="Calendário">
        <DayCalendar {...days} onPick={pick} />
        <TouchClose onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
