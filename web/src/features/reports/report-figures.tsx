import type { Report } from '@malote/core/reports/report.ts'
import { reportDefinitions } from '@malote/core/reports/report-definitions.ts'
import { Skeleton } from '@mantine/core'
import { counted, formatNumber } from '../../lib/format.ts'
import { Definition } from './definition.tsx'
import classes from './reports-page.module.css'

/** The four cards, each with a definition of its number. */
export function ReportFigures({ summary }: { summary: Partial<Report['summary']> | undefined }) {
  const figures = [
    { name: 'Total de Protocolos', value: inNumbers(summary?.totalProtocols), means: reportDefinitions.total },
    { name: 'Protocolos Ativos', value: inNumbers(summary?.activeProtocols), means: reportDefinitions.active },
    { name: 'Concluídos', value: inNumbers(summary?.completedProtocols), means: reportDefinitions.completed },
    {
      name: 'Tempo Médio de Conclusão',
      value: inDays(summary?.averageCompletionTime),
      means: reportDefinitions.averageCompletionTime,
    },
  ]
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, means }) => (
        <div key={name} className={classes.figure}>
          <dt className={classes.name}>
            {name} <Definition of={name}>{means}</Definition>
          </dt>
          <dd className={classes.value}>{summary ? value : <Skeleton height={28} width={72} />}</dd>
        </div>
      ))}
    </dl>
  )
}

const inNumbers = (value: number | null | undefined) => formatNumber(value ?? 0)

const inDays = (days: number | null | undefined) => (days == null ? '–' : counted(days, 'dia', 'dias'))
