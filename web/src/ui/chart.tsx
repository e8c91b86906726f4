import { Button, VisuallyHidden } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import classes from './chart.module.css'
import type { ChartData, ChartKind } from './chart-data.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartPlot } from './chart-plot.tsx'
import { ChartTable } from './chart-table.tsx'
import { type ChartTone, toneColor } from './chart-tones.ts'

interface ChartProps {
  /** A pie shows the first dataset, one slice for each label. */
  kind: ChartKind
  chart: ChartData
  /** What it shows, as the caption of its table. */
  title: string
  /** Over the table's column of labels: 'Dia', 'Departamento'. */
  labelHeading: string
  /** Colours by meaning: by dataset, in a pie by label. */
  tones?: Partial<Record<string, ChartTone>>
  /** Bars lie, for long labels. */
  isHorizontal?: boolean
  /** Pixels. */
  height?: number
  format?: (value: number) => string
}

/** Numbers as a picture, and the same as a table: always for screen readers, for everybody at the press of a button. */
export function Chart({ height = 280, format = formatNumber, ...props }: ChartProps) {
  const [isTable, setTable] = useState(false)
  const { kind, title, chart, labelHeading, tones } = props
  const hasLegend = !isTable && kind !== 'pie' && chart.datasets.length > 1
  const table = <ChartTable title={title} chart={chart} labelHeading={labelHeading} format={format} />
  return (
    <figure className={classes.figure}>
      <div className={classes.head}>
        {hasLegend && (
          <ChartLegend
            entries={chart.datasets.map(({ label }, index) => ({ name: label, color: toneColor(label, index, tones) }))}
          />
        )}
        <Button
          className={classes.toggle}
          variant="subtle"
          size="compact-sm"
          leftSection={isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Ver como gráfico' : 'Ver como tabela'}
        </Button>
      </div>
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it
        <div className={classes.scroll} tabIndex={0}>
          {table}
        </div>
      ) : (
        <>
          <div className={classes.plot} aria-hidden>
            <ChartPlot {...props} height={height} format={format} />
          </div>
          <VisuallyHidden>{table}</VisuallyHidden>
        </>
      )}
    </figure>
  )
}
