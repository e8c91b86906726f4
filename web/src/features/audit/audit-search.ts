import { type AuditFilter, auditFilter } from '@malote/core/audit/audit-event.ts'
import { inAddress } from '../../lib/in-address.ts'

/** The screen's filters as search params. */
export const auditSearch = inAddress(auditFilter)
export type AuditSearch = ReturnType<typeof auditSearch>

/** The server's filter for the search params. */
export const auditFilterOf = (search: AuditSearch): AuditFilter => auditFilter.parse(search)
