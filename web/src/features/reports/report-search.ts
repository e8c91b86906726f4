import { type ReportFilter, reportFilter } from '@malote/core/reports/report.ts'
import { inAddress } from '../../lib/in-address.ts'

export const reportSearch = inAddress(reportFilter)

/** The filters as the address holds them. */
export type ReportSearch = ReturnType<typeof reportSearch>

/** What the address means to the server (contract 9.9). */
export const reportFilterOf = (search: ReportSearch): ReportFilter => reportFilter.parse(search)
