import { type Period, periodLabels, periods } from '@malote/core/shared/period.ts'
import { Segments } from '../../ui/segments.tsx'
import classes from './dashboard.module.css'

interface PeriodSwitchProps {
  period: Period
  onChange: (period: Period) => void
}

export function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  return (
    <Segments
      aria-label="Período"
      className={classes.period}
      data={periods.map((value) => ({ value, label: periodLabels[value] }))}
      value={period}
      onChange={onChange}
    />
  )
}
