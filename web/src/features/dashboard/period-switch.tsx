import { type Period, periodLabels, periods } from '@malote/core/shared/period.ts'
import { SegmentedControl } from '@mantine/core'
import classes from './dashboard.module.css'

interface PeriodSwitchProps {
  period: Period
  onChange: (period: Period) => void
}

export function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  return (
    <SegmentedControl
      aria-label="Período"
      size="sm"
      className={classes.period}
      data={periods.map((value) => ({ value, label: periodLabels[value] }))}
      value={period}
      onChange={onChange}
    />
  )
}
