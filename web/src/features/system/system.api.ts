import { readWire } from '@malote/core/shared/renamed.ts'
import { systemReportWire } from '@malote/core/system/system-report.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Milliseconds between two looks at the installation while the screen is open. */
const refresh = 30_000

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => readWire(systemReportWire, await api.get('/api/system', { signal })),
  staleTime: 0,
  refetchInterval: refresh,
  retryOnMount: false,
})
