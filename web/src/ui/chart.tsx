import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import classes from './chart.module.css'
import type { ChartData, ChartKind } from './chart-data.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartTable } from './chart-table.tsx'
import { type ChartTone, toneColor } from './chart-tones.ts'
import { lazyPart } from './lazy-part.tsx'

// The library that draws is larger than the rest of the application: only who sees a chart waits for it.
const ChartPlot = lazyPart(() => import('./chart-plot.tsx'))

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
  /** Bars of several datasets stand upon each other. */
  isStacked?: boolean
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
            <Suspense fallback={<Skeleton height={height} />}>
              <ChartPlot {...props} height={height} format={format} />
            </Suspense>
          </div>
          <VisuallyHidden>{table}</VisuallyHidden>
        </>
      )}
    </figure>
  )
}
