import { type Report, type ReportFilter, reportTypeLabels } from '@malote/core/reports/report.ts'
import { type CivilDate, civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { periodLabels, periodRange } from '@malote/core/shared/period.ts'

/** What an exported report says of itself, whatever the kind of file. */
export interface ReportHead {
  title: string
  organisation: string
  logo?: string | undefined
  /** Who asked for it and when. */
  footnote: string
  /** Names and values of the filters, in the order of the screen. */
  filters: [name: string, value: string][]
  /** The four cards. */
  figures: [name: string, value: string][]
  /** First and last day of the period. */
  days: { from: CivilDate; to: CivilDate }
}

/** All that a document or a workbook is made of; plain data, because another thread makes it. */
export interface ExportedReport extends Pick<ReportFilter, 'type' | 'period'> {
  report: Report
  head: ReportHead
}

interface Asked {
  filter: ReportFilter
  /** Name of the department that the filter narrows to. */
  department: string | undefined
  viewerName: string
  organisation: string
  /** `data:` address. */
  logo: string | null | undefined
  now: Date
  timeZone: string
}

/** The same for every kind of file. */
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

/** `3,5 dias`, `1 dia`; a dash when nothing was completed. */
const inDays = (days: number | null) =>
  days === null ? '–' : `${days.toLocaleString('pt-BR')} ${days === 1 ? 'dia' : 'dias'}`
