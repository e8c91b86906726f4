import { calendarYears } from '@malote/core/calendar/calendar-years.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { LinkButton } from '../../ui/link-button.tsx'
import classes from './calendar.module.css'

interface YearSwitchProps {
  year: number
  thisYear: number
}

/** Links to the previous and the next year, so that each year has its own URL. */
export function YearSwitch({ year, thisYear }: YearSwitchProps) {
  const before = year > calendarYears.first && year - 1
  const after = year < calendarYears.last && year + 1
  return (
    <nav aria-label="Ano" className={classes.years}>
      {before && <YearLink year={before} name={`Ano anterior, ${before}`} icon={IconChevronLeft} />}
      <span className={classes.year} aria-live="polite">
        {year}
      </span>
      {after && <YearLink year={after} name={`Próximo ano, ${after}`} icon={IconChevronRight} />}
      {year !== thisYear && (
        <LinkButton to="/settings/calendar" search={{}} variant="subtle" size="compact-sm">
          Este ano
        </LinkButton>
      )}
    </nav>
  )
}

function YearLink({ year, name, icon: Icon }: { year: number; name: string; icon: typeof IconChevronLeft }) {
  return (
    <LinkButton
      to="/settings/calendar"
      search={{ year }}
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
