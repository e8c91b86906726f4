import { type ReportFilter, reportFilter } from '@malote/core/reports/report.ts'
import { inAddress } from '../../lib/in-address.ts'

export const reportSearch = inAddress(reportFilter)

/** The filters as search params. */
export type ReportSearch = ReturnType<typeof reportSearch>

/** The server's filter for the search params (contract 9.9). */
export const reportFilterOf = (search: ReportSearch): ReportFilter => reportFilter.parse(search)
