import { type ReportFilter, report } from '@malote/core/reports/report.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'

export const reportQuery = (filter: ReportFilter) =>
  queryOptions({
    queryKey: ['reports', filter] as const,
    queryFn: async ({ signal }) => readWire(report, await api.get('/api/reports', { query: filter, signal })),
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })
