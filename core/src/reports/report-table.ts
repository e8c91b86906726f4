import type { Chart } from '../dashboard/dashboard.ts'
import { protocolStatus } from '../protocols/protocol-status.ts'
import type { Report, ReportType } from './report.ts'

/** 'Dados Detalhados': the numbers of one chart as a table, the same on the screen, on paper and in the spreadsheet. */
export interface ReportTable {
  /** The first one is the heading of the labels; shares are of the table's total. */
  columns: string[]
  rows: ReportTableRow[]
  /** null where a sum would count protocols twice: one department sends it and another receives it. */
  total: ReportTableRow | null
  /** Whether the last column is a share, a number from 0 to 1. */
  hasShare: boolean
}

/** `values` has one number for each column after the first. */
export interface ReportTableRow {
  label: string
  values: number[]
}

const labelColumn: Record<ReportType, string> = {
  status: 'Status',
  department: 'Departamento',
  time: 'Período',
  return: 'Situação',
}

/** The chart that a kind of report shows. */
export const chartOf = (report: Report, type: ReportType): Chart =>
  ({
    status: report.statusReport,
    department: report.departmentReport,
    time: report.timeReport,
    return: report.returnReport,
  })[type]

/** @param type decides which totals and shares are meaningful */
export function reportTable(chart: Chart, type: ReportType): ReportTable {
  const isWhole = type === 'status' || type === 'return'
  const isSplit = chart.datasets.length > 1
  const counts = chart.labels.map((label, index) => ({
    label,
    values: chart.datasets.map(({ data }) => data[index] ?? 0),
  }))
  const sums = chart.datasets.map(({ data }) => sum(data))
  const all = sum(sums)
  const completed = ({ label, values }: ReportTableRow): ReportTableRow => ({
    label,
    values: [...values, ...(isSplit ? [sum(values)] : []), ...(isWhole ? [all === 0 ? 0 : sum(values) / all] : [])],
  })
  return {
    columns: [
      labelColumn[type],
      ...chart.datasets.map(({ label }) => label),
      ...(isSplit ? ['Total'] : []),
      ...(isWhole ? ['%'] : []),
    ],
    rows: counts.map(completed),
    total: isSplit ? null : completed({ label: 'Total', values: sums }),
    hasShare: isWhole,
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * What each number of the reports means, as the screen, the exported files and docs/reports.md say it. The queries of
 * the server count by these definitions.
 */
export const reportDefinitions = {
  total:
    'Protocolos criados no período (hoje incluído) que você pode ver, qualquer que seja a situação deles hoje. Um protocolo concluído mais tarde conta no período em que foi criado.',
  active: `Protocolos criados no período que ainda estão em aberto: ${protocolStatus.pending} ou ${protocolStatus.inProgress}.`,
  completed: 'Protocolos criados no período que já foram concluídos, mesmo que depois do fim do período.',
  canceled: 'Protocolos criados no período que foram cancelados.',
  averageCompletionTime:
    'Média de dias corridos entre a criação e a conclusão dos protocolos criados no período e já concluídos.',
  department:
    'Protocolos criados no período, por departamento: os que ele enviou e os que recebeu de outro departamento.',
  time: 'Protocolos criados em cada dia (no trimestre, em cada semana; no ano, em cada mês) do período.',
  onTime: 'No prazo: itens devolvidos até a data de retorno.',
  late: 'Atrasados: itens devolvidos depois da data de retorno, ou ainda não devolvidos com a data de retorno vencida.',
  outstanding: 'Pendentes: itens ainda não devolvidos cuja data de retorno é hoje ou está no futuro.',
  returns:
    'Itens com data de retorno dos protocolos criados no período; itens cancelados e protocolos cancelados não contam.',
} as const
