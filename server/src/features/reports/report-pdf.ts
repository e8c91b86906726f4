import { type Report, type ReportType, reportTypeLabels } from '@malote/core/reports/report.ts'
import { chartOf, type ReportTableRow, reportDefinitions, reportTable } from '@malote/core/reports/report-table.ts'
import { shareInWords } from '@malote/core/shared/measures.ts'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { type ChartKind, chartSvg, type MarkLook, type MarkLooks } from '../../platform/exports/chart-svg.ts'
import { makePdf, pageWidth, paper } from '../../platform/exports/pdf.ts'
import type { ExportedReport, ReportHead } from './report-head.ts'

/** The report as PDF: the filters, the four figures, the chart, the numbers and their definitions. */
export function reportPdf({ report, type, head }: ExportedReport): Promise<Buffer> {
  const chart = chartOf(report, type)
  const kind = chartKindOf[type]
  return makePdf({
    title: head.title,
    organisation: head.organisation,
    logo: head.logo,
    footnote: head.footnote,
    content: [
      { text: `Relatório: ${reportTypeLabels[type]}`, fontSize: 15, bold: true, margin: [0, 0, 0, 6] },
      filters(head),
      figures(head),
      { svg: chartSvg(chart, kind, reportLooks), margin: [0, 12, 0, 10] },
      { text: 'Dados Detalhados', fontSize: 12, bold: true, margin: [0, 0, 0, 4] },
      numbers(report, type),
      { text: definitionsOf(type).join(' '), fontSize: 8, color: paper.secondary, margin: [0, 10, 0, 0] },
    ],
  })
}

const filters = ({ filters }: ReportHead): Content => ({
  text: filters.map(([name, value]) => `${name}: ${value}`).join('  ·  '),
  color: paper.secondary,
  margin: [0, 0, 0, 10],
})

const figures = ({ figures }: ReportHead): Content => ({
  columns: figures.map(([name, value]) => ({
    stack: [
      { text: value, fontSize: 15, bold: true },
      { text: name, fontSize: 8, color: paper.secondary },
    ],
  })),
})

/** Of the cells of a table, in points. */
const [padding, numberWidth] = [4, 70]

/** The width that the columns of numbers leave for the labels. */
const labelWidth = (columns: number) => pageWidth - numberWidth * (columns - 1) - 2 * padding * columns

function numbers(report: Report, type: ReportType): Content {
  const { columns, rows, total, hasShare } = reportTable(chartOf(report, type), type)
  const line = ({ label, values }: ReportTableRow, bold = false): TableCell[] => [
    { text: label, bold },
    ...values.map((value, index) => ({
      text: hasShare && index === values.length - 1 ? shareInWords(value) : value.toLocaleString('pt-BR'),
      alignment: 'right' as const,
      bold,
    })),
  ]
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [labelWidth(columns.length), ...columns.slice(1).map(() => numberWidth)],
      body: [
        columns.map((text, index) => ({
          text,
          bold: true,
          fillColor: paper.band,
          alignment: index === 0 ? ('left' as const) : ('right' as const),
        })),
        ...rows.map((row) => line(row)),
        ...(total ? [line(total, true)] : []),
      ],
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0,
      hLineColor: () => paper.line,
      paddingLeft: () => padding,
      paddingRight: () => padding,
      paddingTop: () => padding,
      paddingBottom: () => padding,
    },
  }
}

const definitionsOf = (type: ReportType): string[] => {
  const { total, department, time, returns, onTime, late, outstanding } = reportDefinitions
  const byType: Record<ReportType, string[]> = {
    status: [total],
    department: [department],
    time: [time],
    return: [returns, onTime, late, outstanding],
  }
  return byType[type]
}

/** Contract 2.11.3: pie for status and return, bar for department, line for time. */
const chartKindOf: Record<ReportType, ChartKind> = {
  status: 'pie',
  return: 'pie',
  department: 'bar',
  time: 'line',
}

const amber: MarkLook = { colour: '#C5851A', ink: paper.ink }
const blue: MarkLook = { colour: '#2F66BD', ink: '#FFFFFF' }
const green: MarkLook = { colour: '#14532D', ink: '#FFFFFF' }
const red: MarkLook = { colour: '#B8392F', ink: '#FFFFFF', isHatched: true }
const grey: MarkLook = { colour: '#879496', ink: paper.ink }

/**
 * Categories with a meaning have the colours and stripes of the screen (contract 2.11.4: on time green, late red, the
 * rest grey). They differ in lightness, for readers who cannot tell the hues apart and for printers without colour.
 */
const reportLooks: MarkLooks = {
  Pendente: amber,
  'Em andamento': blue,
  Concluído: green,
  Cancelado: red,
  'No prazo': green,
  Atrasados: red,
  Pendentes: grey,
}
