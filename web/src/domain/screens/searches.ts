import { acts } from '@malote/core/acts/act.ts'
import { type AuditFilter, auditFilter } from '@malote/core/audit/audit-filter.ts'
import { calendarYears } from '@malote/core/calendar/calendar-years.ts'
import { suggestionFilter } from '@malote/core/help/suggestion-filter.ts'
import { type OccurrenceFilter, occurrenceFilter } from '@malote/core/occurrences/occurrence.ts'
import { type ProtocolFilter, protocolFilter } from '@malote/core/protocols/protocol.ts'
import { type ReportFilter, reportFilter } from '@malote/core/reports/report.ts'
import { pageNumber } from '@malote/core/shared/pagination.ts'
import { type Period, periodParam } from '@malote/core/shared/period.ts'
import { dateFilter, filter, idFilter, oneOf, searchText } from '@malote/core/shared/query.ts'
import { type SupplierFilter, supplierFilter } from '@malote/core/suppliers/supplier-filter.ts'
import { trackingFilter } from '@malote/core/tracking/tracking-result.ts'
import { trackingTypes } from '@malote/core/tracking/tracking-type.ts'
import { roles } from '@malote/core/users/role.ts'
import { z } from 'zod'
import { inAddress } from '../../lib/in-address.ts'
import { rememberedSearch } from './remembered-search.ts'

const dialogInAddress = inAddress(
  z.object({
    open: filter(z.enum(['new', 'edit', 'delete'])),
    /** Id of the record that is edited or deleted. */
    id: idFilter,
  }),
)

/** The open dialog of a settings screen, as search params. */
export type DialogSearch = ReturnType<typeof dialogInAddress>

/** Parses the search params; an edit or delete dialog without an id counts as closed. */
export function dialogSearch(address: Record<string, unknown>): DialogSearch {
  const { open, id } = dialogInAddress(address)
  const about = open === 'new' ? undefined : id
  return { open: open === 'new' || about ? open : undefined, id: open && about }
}

/** Props that the route passes to a settings screen. */
export interface CatalogScreenProps {
  dialog: DialogSearch
  onDialog: (dialog: DialogSearch, options?: { replace: boolean }) => void
}

/** Parses the period; absent for the month. */
export const dashboardSearch = inAddress(z.object({ period: periodParam }))

/** The search params of the dashboard. */
export type DashboardSearch = ReturnType<typeof dashboardSearch>

export const periodOf = ({ period = 'month' }: DashboardSearch): Period => period

export const protocolSearch = inAddress(protocolFilter)

/** The list's filters as search params. */
export type ProtocolSearch = ReturnType<typeof protocolSearch>

/** The server's filter for the search params. */
export const protocolFilterOf = (search: ProtocolSearch): ProtocolFilter => protocolFilter.parse(search)

/** The filters of the panel, which also has the order. */
export const panelFilters = ['status', 'department', 'startDate', 'endDate'] as const

export const rememberedProtocols = rememberedSearch('protocolos', [...panelFilters, 'late', 'here', 'sort', 'perPage'])

export const detailSearch = inAddress(
  z.object({
    /** Undefined for the details tab. */
    tab: filter(z.enum(['historico', 'comentarios'])),
    /** Id of the item in the open panel. */
    item: idFilter,
    /** `f-` and the fingerprint of the paper whose code led here; the letters keep it from being read as a number. */
    papel: filter(z.string().regex(/^f-[0-9a-f]{8}$/)),
  }),
)

/** The detail page's search params. */
export type DetailSearch = ReturnType<typeof detailSearch>

/** `?from`: the protocol that fills the form (contract 17.40). */
export const newProtocolSearch = inAddress(z.object({ from: idFilter }))

export const trackingSearch = inAddress(
  trackingFilter.omit({ startDate: true, endDate: true }).extend({
    /** What the text is; absent until the user says so. */
    type: filter(oneOf(trackingTypes)),
    /** The item whose full timeline is open. */
    timeline: idFilter,
  }),
)

/** The search params of the tracking screen. */
export type TrackingSearch = ReturnType<typeof trackingSearch>

/** The screen's filters as search params. */
export const occurrenceSearch = inAddress(occurrenceFilter)
export type OccurrenceSearch = ReturnType<typeof occurrenceSearch>

/** The server's filter for the search params. */
export const occurrenceFilterOf = (search: OccurrenceSearch): OccurrenceFilter => occurrenceFilter.parse(search)

export const reportSearch = inAddress(reportFilter)

/** The filters as search params. */
export type ReportSearch = ReturnType<typeof reportSearch>

/** The server's filter for the search params (contract 9.9). */
export const reportFilterOf = (search: ReportSearch): ReportFilter => reportFilter.parse(search)

export const suggestionSearch = inAddress(suggestionFilter.pick({ status: true }).extend({ page: pageNumber }))

/** The search params of the suggestions page. */
export type SuggestionSearch = ReturnType<typeof suggestionSearch>

export type SuggestionStatus = NonNullable<SuggestionSearch['status']>

/** The screen's filters as search params. */
export const auditSearch = inAddress(auditFilter)
export type AuditSearch = ReturnType<typeof auditSearch>

/** The server's filter for the search params. */
export const auditFilterOf = (search: AuditSearch): AuditFilter => auditFilter.parse(search)

const calendarInAddress = inAddress(
  z.object({
    /** Absent for the current year. */
    year: filter(z.coerce.number().pipe(z.int().min(calendarYears.first).max(calendarYears.last))),
    /** A change that was just saved; a dialog still has to ask about the due dates that it moves. */
    added: dateFilter,
    removed: dateFilter,
  }),
)

/** The search params of the calendar. */
export type CalendarSearch = ReturnType<typeof calendarInAddress> & DialogSearch

export const calendarSearch = (address: Record<string, unknown>): CalendarSearch => ({
  ...calendarInAddress(address),
  ...dialogSearch(address),
})

const suppliersInAddress = inAddress(supplierFilter)

/** The screen's filters and its open dialog, as search params. */
export type SupplierListSearch = ReturnType<typeof suppliersInAddress> & DialogSearch

export const supplierListSearch = (address: Record<string, unknown>): SupplierListSearch => ({
  ...suppliersInAddress(address),
  ...dialogSearch(address),
})

/** The server's filter for the search params. */
export const supplierFilterOf = (search: SupplierListSearch): SupplierFilter => supplierFilter.parse(search)

const usersInAddress = inAddress(
  z.object({
    search: searchText,
    department: idFilter,
    role: filter(z.enum(roles)),
    status: filter(z.enum(['active', 'inactive'])),
    page: pageNumber,
  }),
)

/** The screen's filters and its open dialog, as search params. */
export type UserSearch = ReturnType<typeof usersInAddress> & DialogSearch

export const userSearch = (address: Record<string, unknown>): UserSearch => ({
  ...usersInAddress(address),
  ...dialogSearch(address),
})

/** What the station does with what is scanned. */
export type Mode = keyof typeof modes
export const modes = {
  receive: { label: acts.receive.verb, todo: 'Leia a etiqueta de tudo o que chegou.' },
  return: { label: 'Devolver', todo: 'Leia a etiqueta de cada item que volta, ou a do protocolo para devolver todos.' },
  locate: { label: 'Localizar', todo: 'Leia uma etiqueta para saber onde está.' },
  check: { label: 'Conferir', todo: 'Leia a guia ou escolha o protocolo, e depois a etiqueta de cada item.' },
} as const

const stationInAddress = z.object({
  mode: z
    .enum(Object.keys(modes) as Mode[])
    .optional()
    .catch(undefined),
  /** The protocol that is checked. */
  protocol: z.coerce.number().int().positive().optional().catch(undefined),
})
export type StationSearch = z.infer<typeof stationInAddress>

/** The search of the address; what it cannot mean is left out. */
export const stationSearch = (address: Record<string, unknown>): StationSearch => stationInAddress.parse(address)
