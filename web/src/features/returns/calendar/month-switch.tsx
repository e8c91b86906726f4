import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { LinkButton } from '../../../ui/link-button.tsx'
import type { ReturnSearch } from '../return-search.ts'
import classes from './calendar-page.module.css'
import { monthName } from './day-names.ts'
import type { Month } from './month.ts'
import { neighboursOf } from './month.ts'

interface MonthSwitchProps {
  /** Its other parameters stay. */
  search: ReturnSearch
  month: Month
  thisMonth: Month
}

/** Links to the month before and the month after, so that each month has its own URL. */
export function MonthSwitch({ search, month, thisMonth }: MonthSwitchProps) {
  const { before, after } = neighboursOf(month)
  return (
    <nav aria-label="Mês" className={classes.months}>
      {before && (
        <MonthLink
          search={{ ...search, month: before }}
          name={`Mês anterior, ${monthName(before)}`}
          icon={IconChevronLeft}
        />
      )}
      <h2 className={classes.month} aria-live="polite">
        {monthName(month)}
      </h2>
      {after && (
        <MonthLink
          search={{ ...search, month: after }}
          name={`Próximo mês, ${monthName(after)}`}
          icon={IconChevronRight}
        />
      )}
      {month !== thisMonth && (
        <LinkButton
          to="/retornos"
          search={{ ...search, month: undefined }}
          resetScroll={false}
          variant="subtle"
          size="compact-md"
        >
          Hoje
        </LinkButton>
      )}
    </nav>
  )
}

interface MonthLinkProps {
  search: ReturnSearch
  name: string
  icon: typeof IconChevronLeft
}

function MonthLink({ search, name, icon: Icon }: MonthLinkProps) {
  return (
    <LinkButton
      to="/retornos"
      search={search}
      resetScroll={false}
      variant="default"
      px={8}
      aria-label={name}
      title={name}
    >
      <Icon size={18} aria-hidden />
    </LinkButton>
  )
}
