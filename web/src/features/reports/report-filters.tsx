import { type ReportFilter, type ReportType, reportTypeLabels } from '@malote/core/reports/report.ts'
import { type Period, periodLabels } from '@malote/core/shared/period.ts'
import { Select } from '@mantine/core'
import { DepartmentFilter } from '../departments/department-filter.tsx'
import type { ReportSearch } from './report-search.ts'
import classes from './reports-page.module.css'

const periodOptions = Object.entries(periodLabels).map(([value, label]) => ({ value, label }))
const typeOptions = Object.entries(reportTypeLabels).map(([value, label]) => ({ value, label }))

interface ReportFiltersProps {
  filter: ReportFilter
  onChange: (change: ReportSearch) => void
}

export function ReportFilters({ filter, onChange }: ReportFiltersProps) {
  return (
    <search className={classes.filters}>
      <Select
        label="Período"
        data={periodOptions}
        value={filter.period}
        allowDeselect={false}
        onChange={(period) => onChange({ period: period as Period })}
      />
      <DepartmentFilter value={filter.department} onChange={(department) => onChange({ department })} />
      <Select
        label="Tipo de Relatório"
        data={typeOptions}
        value={filter.type}
        allowDeselect={false}
        onChange={(type) => onChange({ type: type as ReportType })}
      />
    </search>
  )
}
