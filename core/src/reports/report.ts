import { z } from 'zod'
import { chart } from '../dashboard/dashboard.ts'
import { periodParam } from '../shared/period.ts'
import { choice, idFilter } from '../shared/query.ts'

/** *Tipo de Relatório*, in the order of the selector (contract 2.11.1). */
export const reportTypes = ['status', 'department', 'time', 'return'] as const
export type ReportType = (typeof reportTypes)[number]

/** Labels of the selector (contract 2.11.1). */
export const reportTypeLabels: Record<ReportType, string> = {
  status: 'Por Status',
  department: 'Por Departamento',
  time: 'Por Período',
  return: 'Retornos',
}

/** Query of `GET /api/reports`; the response has all four reports; `type` says which one is shown. */
export const reportFilter = z.object({
  period: periodParam,
  department: idFilter,
  type: choice(reportTypes, 'status'),
})
export type ReportFilter = z.infer<typeof reportFilter>

/** `pdf` and `xlsx` are the report itself, `csv` the protocols behind it (contract 7.6.4). */
export const exportFormats = ['pdf', 'xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Query of `GET /api/reports/export` (contract 7.6.4). */
export const reportExport = reportFilter.extend({
  format: z.enum(exportFormats, 'Formato inválido: use pdf, xlsx ou csv'),
})
export type ReportExport = z.infer<typeof reportExport>

/** The four reports and the summary; their wire names are camelCase (contract 3.22). */
export const report = z.object({
  statusReport: chart,
  departmentReport: chart,
  timeReport: chart,
  returnReport: chart,
  summary: z.object({
    totalProtocols: z.int(),
    activeProtocols: z.int(),
    completedProtocols: z.int(),
    canceledProtocols: z.int(),
    /** Days from creation to completion, with one decimal; null when nothing was completed. */
    averageCompletionTime: z.number().nullable(),
  }),
})
export type Report = z.infer<typeof report>
