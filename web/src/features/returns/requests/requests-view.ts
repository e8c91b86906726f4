import type { RequestSearch } from './request-search.ts'

/** The value of `view` for the requests for more time. */
export const requestsView = 'pedidos'

/** Whether the search params are those of the requests. The page parses them: the first visit does not need that code. */
export const isOfRequests = (search: object): search is RequestSearch =>
  'view' in search && search.view === requestsView
