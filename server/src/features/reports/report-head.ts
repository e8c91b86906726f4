import { type Report, type ReportFilter, reportTypeLabels } from '@malote/core/reports/report.ts'
import { type CivilDate, civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { periodLabels, periodRange } from '@malote/core/shared/period.ts'

/** Header of an exported report, for every file format. */
export interface ReportHead {
  title: string
  organisation: string
  logo?: string | undefined
  /** Who requested it, and when. */
  footnote: string
  /** Names and values of the filters, in screen order. */
  filters: [name: string, value: string][]
  /** Names and values of the four cards. */
  figures: [name: string, value: string][]
  /** First and last day of the period. */
  days: { from: CivilDate; to: CivilDate }
}

/** The data of a document or workbook. Plain data, because another thread creates the file. */
export interface ExportedReport extends Pick<ReportFilter, 'type' | 'period'> {
  report: Report
  head: ReportHead
}

interface Asked {
  filter: ReportFilter
  /** Name of the department in the filter. */
  department: string | undefined
  viewerName: string
  organisation: string
  /** `data:` URL. */
  logo: string | null | undefined
  now: Date
  timeZone: string
}

/** The header, the same for every file format. */
export function reportHead(report: Report, asked: Asked): ReportHead {
  const { filter, department, viewerName, organisation, logo, now, timeZone } = asked
  const days = periodRange(filter.period, civilDateIn(now, timeZone))
  const { summary } = report
  const at = now.toLocaleString('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return {
    title: 'Relatório de protocolos',
    organisation,
    logo: logo ?? undefined,
    footnote: `Emitido por ${viewerName} em ${at}`,
    filters: [
      ['Período', `${periodLabels[filter.period]} (${inPortuguese(days.from)} a ${inPortuguese(days.to)})`],
      ['Departamento', department ?? 'Todos'],
      ['Tipo de Relatório', reportTypeLabels[filter.type]],
    ],
    figures: [
      ['Total de Protocolos', summary.totalProtocols.toLocaleString('pt-BR')],
      ['Protocolos Ativos', summary.activeProtocols.toLocaleString('pt-BR')],
      ['Concluídos', summary.completedProtocols.toLocaleString('pt-BR')],
      ['Tempo Médio de Conclusão', inDays(summary.averageCompletionTime)],
    ],
    days,
  }
}

/** `3,5 dias`, `1 dia`; a dash when no protocol was completed. */
const inDays = (days: number | null) =>
  days === null ? '–' : `${days.toLocaleString('pt-BR')} ${days === 1 ? 'dia' : 'dias'}`
