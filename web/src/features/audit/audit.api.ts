import { auditPageWire } from '@malote/core/audit/audit-event.ts'
import type { AuditFilter } from '@malote/core/audit/audit-filter.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A page of the audit; it changes with everything that others do, so that it is always fetched anew. */
export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: async ({ signal }) => readWire(auditPageWire, await api.get('/api/audit', { query: filter, signal })),
    staleTime: 0,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })
