import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { floatingButton } from '../../../ui/floating-button.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import classes from './why-due-date.module.css'

const Explanation = lazyPart(() => import('../explanation.tsx'), <div className={classes.waiting} />)

interface WhyDueDateProps {
  itemId: number
  returnDate: CivilDate
}

/** A due date of an item; a press explains it (contract 21.45). */
export function WhyDueDate({ itemId, returnDate }: WhyDueDateProps) {
  const [isOpen, setOpen] = useState(false)
  const date = formatDate(returnDate)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width="min(360px, calc(100vw - 24px))"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <UnstyledButton
          component="button"
          className={classes.date}
          title="Por que esta data?"
          data-own-press
          {...floatingButton('dialog', isOpen, setOpen)}
        >
          <time dateTime={returnDate}>{date}</time>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-modal aria-label={`Por que ${date}?`} className={classes.panel}>
        {/* Keeps the focus, and with it Escape, while the content arrives. */}
        <div className={classes.focus} tabIndex={-1} data-autofocus>
          <Explanation itemId={itemId} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
