import { type ReportFilter, reportTypeLabels, reportTypes } from '@malote/core/reports/report.ts'
import { periodLabels, periods } from '@malote/core/shared/period.ts'
import { Select } from '@mantine/core'
import { DepartmentFilter } from '../../domain/catalogs/department-filter.tsx'
import type { ReportSearch } from './report-search.ts'
import classes from './reports-page.module.css'

const periodOptions = periods.map((value) => ({ value, label: periodLabels[value] }))
const typeOptions = reportTypes.map((value) => ({ value, label: reportTypeLabels[value] }))

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
        onChange={(period) => onChange({ period: period ?? undefined })}
      />
      <DepartmentFilter value={filter.department} onChange={(department) => onChange({ department })} />
      <Select
        label="Tipo de Relatório"
        data={typeOptions}
        value={filter.type}
        allowDeselect={false}
        onChange={(type) => onChange({ type: type ?? undefined })}
      />
    </search>
  )
}
