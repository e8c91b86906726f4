import { type Today, type TodayFact, todayFacts } from '@malote/core/dashboard/dashboard.ts'
import { extensionRequestFilter } from '@malote/core/due-dates/extension-request.ts'
import { occurrenceFilter } from '@malote/core/occurrences/occurrence.ts'
import { protocolFilter } from '@malote/core/protocols/protocol.ts'
import { returnFilter } from '@malote/core/returns/return-row.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { role } from '@malote/core/users/role.ts'
import { isManager, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { requestsTotal } from '../due-dates/public.ts'
import { occurrencesTotal } from '../occurrences/public.ts'
import { protocolsTotal } from '../protocols/public.ts'
import { returnsTotal } from '../returns/returns.queries.ts'

/** A screen, and the filters under which it lists exactly what a fact counts; null while nothing can be counted yet. */
interface Place {
  screen: '/protocolos' | '/retornos' | '/ocorrencias'
  query: Readonly<Record<string, string>> | null
}

/** Where the viewer sees each fact. A Usuário returns what they answer for; a Gestor assigns. */
function placesOf(viewer: Viewer): Record<TodayFact, Place> {
  const mine: Record<string, string> = viewer.role === role.user ? { responsible: 'me' } : {}
  return {
    overdue: { screen: '/retornos', query: { side: 'toReturn', dateFilter: 'overdue', ...mine } },
    toReturnToday: { screen: '/retornos', query: { side: 'toReturn', dateFilter: 'today', ...mine } },
    toReceive: { screen: '/protocolos', query: { awaiting: 'receipt' } },
    toConfirm: { screen: '/retornos', query: { side: 'toReceive', status: 'Retornado' } },
    unassigned: {
      screen: '/retornos',
      query: isManager(viewer) ? { side: 'toReturn', responsible: 'none' } : null,
    },
    extensionRequests: { screen: '/retornos', query: { view: 'pedidos', side: 'to_decide', status: 'aberto' } },
    occurrences: { screen: '/ocorrencias', query: { side: 'origin' } },
    unreceivedSent: { screen: '/protocolos', query: { awaiting: 'sent' } },
  }
}

/**
 * What the viewer must do (contract 17.7), each with the path of the list that shows exactly these: the count is the
 * total of that list, computed from the same filters.
 *
 * @param today the organisation's civil day
 */
export async function readToday(db: Db, viewer: Viewer, today: CivilDate, timeZone: string): Promise<Today> {
  const places = placesOf(viewer)
  const totals: RawBuilder<unknown>[] = []
  for (const fact of todayFacts) {
    totals.push(sql`${await totalAt(db, viewer, places[fact], today, timeZone)}::int as ${sql.ref(fact)}`)
  }
  const { rows } = await sql<Record<TodayFact, number>>`select ${sql.join(totals)}`.execute(db.withoutPlugins())
  const counted = (fact: TodayFact) => [fact, { count: rows[0]?.[fact] ?? 0, path: pathOf(places[fact]) }]
  return Object.fromEntries(todayFacts.map(counted)) as Today
}

function totalAt(db: Db, viewer: Viewer, { screen, query }: Place, today: CivilDate, timeZone: string) {
  if (query === null) return sql`0`
  if (query.view === 'pedidos') return requestsTotal(viewer, extensionRequestFilter.parse(query))
  if (screen === '/ocorrencias') return occurrencesTotal(viewer, occurrenceFilter.parse(query))
  return screen === '/retornos'
    ? returnsTotal(viewer, returnFilter.parse(query), today)
    : protocolsTotal(db, viewer, protocolFilter.parse(query), today, timeZone)
}

const pathOf = ({ screen, query }: Place) => (query === null ? screen : `${screen}?${new URLSearchParams(query)}`)
