import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { UnstyledButton } from '@mantine/core'
import { formatDate } from '../../lib/format.ts'
import { WordsPopover } from '../../ui/dialog/words-popover.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import classes from './due-dates.module.css'

const Explanation = lazyPart(() => import('./explanation.tsx'), <div className={classes.waiting} />)

interface WhyDueDateProps {
  itemId: number
  returnDate: CivilDate
}

/** A due date of an item; a press explains it (contract 21.45). */
export function WhyDueDate({ itemId, returnDate }: WhyDueDateProps) {
  const date = formatDate(returnDate)
  return (
    <WordsPopover
      name={`Por que ${date}?`}
      target={(opens) => (
        <UnstyledButton
          component="button"
          className={classes.whyDueDateDate}
          title="Por que esta data?"
          aria-label={`${date}: por que esta data?`}
          data-own-press
          {...opens}
        >
          <time dateTime={returnDate}>{date}</time>
        </UnstyledButton>
      )}
    >
      <Explanation itemId={itemId} />
    </WordsPopover>
  )
}
