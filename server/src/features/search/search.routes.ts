import { searchHitsWire, searchQuery } from '@malote/core/search/search-hits.ts'
import type { App } from '../../platform/http/fastify.ts'
import { searchEverywhere } from './search.queries.ts'

/** Search-and-go (contract 2.15.1). */
export async function searchRoutes(app: App) {
  app.get(
    '/api/search',
    { config: { access: 'signed-in' }, schema: { querystring: searchQuery, response: { 200: searchHitsWire } } },
    ({ viewer, query }) => searchEverywhere(app.db, viewer, query.q),
  )
}
