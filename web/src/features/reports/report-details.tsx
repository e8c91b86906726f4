import type { Chart } from '@malote/core/dashboard/dashboard.ts'
import type { ReportType } from '@malote/core/reports/report.ts'
import { reportDefinitions } from '@malote/core/reports/report-definitions.ts'
import { type ReportTableRow, reportTable } from '@malote/core/reports/report-table.ts'
import { formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { Definition } from './definition.tsx'
import classes from './report-details.module.css'

const meaning: Record<ReportType, string> = {
  status: reportDefinitions.total,
  department: reportDefinitions.department,
  time: reportDefinitions.time,
  return: [
    reportDefinitions.returns,
    reportDefinitions.onTime,
    reportDefinitions.late,
    reportDefinitions.outstanding,
  ].join(' '),
}

/** 'Dados Detalhados': the chart's numbers as a table. */
export function ReportDetails({ type, chart }: { type: ReportType; chart: Chart }) {
  const { columns, rows, total, hasShare } = reportTable(chart, type)
  const line = ({ label, values }: ReportTableRow) => (
    <tr key={label}>
      <th scope="row">{label}</th>
      {values.map((value, index) => (
        <td key={columns[index + 1]}>
          {hasShare && index === values.length - 1 ? inPercent(value) : formatNumber(value)}
        </td>
      ))}
    </tr>
  )
  return (
    <Card title="Dados Detalhados" aside={<Definition of="Dados Detalhados">{meaning[type]}</Definition>}>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows.map(line)}</tbody>
          {total && <tfoot>{line(total)}</tfoot>}
        </table>
      </div>
    </Card>
  )
}

const inPercent = (share: number) =>
  share.toLocaleString('pt-BR', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
