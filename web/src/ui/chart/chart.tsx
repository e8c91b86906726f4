import { Button, VisuallyHidden } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import classes from './chart.module.css'
import type { ChartData, ChartKind } from './chart-data.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartPlot } from './chart-plot.tsx'
import { ChartTable } from './chart-table.tsx'
import { type ChartTones, toneOf } from './chart-tones.ts'

interface ChartProps {
  /** A pie shows the first dataset, with one slice per label. */
  kind: ChartKind
  chart: ChartData
  /** Caption of the table. */
  title: string
  /** Heading of the table's label column: 'Dia', 'Departamento'. */
  labelHeading: string
  /** Colours by dataset name; in a pie, by label. */
  tones?: ChartTones
  /** Draws horizontal bars, for long labels. */
  isHorizontal?: boolean
  /** The numbers are in a table beside the chart, so it needs none of its own, and a pie no legend. */
  isTableBeside?: boolean
  /** Pixels. */
  height?: number
  format?: (value: number) => string
}

/** A chart that is also available as a table: always for screen readers, and for everyone with a button. */
export function Chart({ height = 280, format = formatNumber, isTableBeside = false, ...props }: ChartProps) {
  const [isTable, setTable] = useState(false)
  const { kind, title, chart, labelHeading, tones } = props
  const hasLegend = !isTable && kind !== 'pie' && chart.datasets.length > 1
  const table = <ChartTable title={title} chart={chart} labelHeading={labelHeading} format={format} />
  return (
    <figure className={classes.figure}>
      <div className={classes.head}>
        {hasLegend && (
          <ChartLegend
            entries={chart.datasets.map(({ label }, index) => ({ name: label, tone: toneOf(label, index, tones) }))}
          />
        )}
        {!isTableBeside && (
          <Button
            className={classes.toggle}
            variant="subtle"
            size="compact-sm"
            leftSection={isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Ver como gráfico' : 'Ver como tabela'}
          </Button>
        )}
      </div>
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the scroll area reachable by keyboard
        <div className={classes.scroll} tabIndex={0}>
          {table}
        </div>
      ) : (
        <>
          <div className={classes.plot} aria-hidden>
            <ChartPlot {...props} hasLegend={!isTableBeside} height={height} format={format} />
          </div>
          {!isTableBeside && <VisuallyHidden>{table}</VisuallyHidden>}
        </>
      )}
    </figure>
  )
}
