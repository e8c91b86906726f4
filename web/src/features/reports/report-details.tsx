import type { Chart } from '@malote/core/dashboard/dashboard.ts'
import type { ReportType } from '@malote/core/reports/report.ts'
import { type ReportTableRow, reportDefinitions, reportTable } from '@malote/core/reports/report-table.ts'
import { shareInWords } from '@malote/core/shared/measures.ts'
import { ActionIcon } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Swatch } from '../../ui/chart/chart-marks.tsx'
import { type ChartTones, toneOf } from '../../ui/chart/chart-scale.ts'
import { WordsPopover } from '../../ui/dialog/words-popover.tsx'
import classes from './reports.module.css'

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

interface ReportDetailsProps {
  type: ReportType
  chart: Chart
  /** Makes the table the legend of the chart: each row has the sample of its slice. */
  tones?: ChartTones
}

/** 'Dados Detalhados': the chart's numbers as a table. */
export function ReportDetails({ type, chart, tones }: ReportDetailsProps) {
  const { columns, rows, total, hasShare } = reportTable(chart, type)
  const line = ({ label, values }: ReportTableRow, slice?: number) => (
    <tr key={label}>
      <th scope="row">
        {tones && slice !== undefined ? (
          <span className="inline gap-8">
            <Swatch tone={toneOf(label, slice, tones)} />
            {label}
          </span>
        ) : (
          label
        )}
      </th>
      {values.map((value, index) => (
        <td key={columns[index + 1]}>
          {hasShare && index === values.length - 1 ? shareInWords(value) : formatNumber(value)}
        </td>
      ))}
    </tr>
  )
  return (
    <section className="shrink">
      <div className="row between gap-16 mb-4">
        <h3 className={classes.title}>Dados Detalhados</h3>
        <Definition of="Dados Detalhados">{meaning[type]}</Definition>
      </div>
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
    </section>
  )
}

interface DefinitionProps {
  /** The name of the number that is explained. */
  of: string
  children: ReactNode
}

/** A button that explains a number; unlike a tooltip, it also works by touch and keyboard. */
export const Definition = ({ of, children }: DefinitionProps) => (
  <WordsPopover
    name={of}
    target={(opens) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        className={classes.button}
        aria-label={`O que significa: ${of}`}
        {...opens}
      >
        <IconInfoCircle size={16} aria-hidden />
      </ActionIcon>
    )}
  >
    {children}
  </WordsPopover>
)
