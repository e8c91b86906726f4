import {
  newSuggestionWire,
  suggestionStatsWire,
  suggestionStatusWire,
  suggestionsWire,
  suggestionWire,
  voteBodyWire,
  voteReplyWire,
} from '@malote/core/help/suggestion.ts'
import { suggestionCount, suggestionFilter } from '@malote/core/help/suggestion-filter.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { App } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { lazyBody } from '../../platform/http/valid-body.ts'
import { listSuggestions, readSuggestion, readVote, suggestionStats, suggestionsOf } from './suggestions.repo.ts'
import { castVote, decideSuggestion, proposeSuggestion, withdrawVote } from './suggestions.ts'

/** Everybody suggests and votes, Admins decide (contract 4.27, 10.7). */
export async function suggestionsRoutes(app: App) {
  const page = { response: { 200: suggestionsWire } }

  app.post(
    '/suggestions',
    { config: { access: 'signed-in' }, schema: { body: newSuggestionWire, response: { 201: suggestionWire } } },
    async ({ viewer, body }, reply) => reply.code(201).send(await proposeSuggestion(app.db, viewer, body, app.now())),
  )

  for (const path of ['/suggestions', '/suggestions/search']) {
    app.get(
      path,
      { config: { access: 'signed-in' }, schema: { querystring: suggestionFilter, ...page } },
      ({ viewer, query }) => listSuggestions(app.db, viewer.id, query),
    )
  }

  for (const [path, sortBy] of [
    ['/suggestions/popular', 'votes'],
    ['/suggestions/recent', 'date'],
  ] as const) {
    app.get(
      path,
      { config: { access: 'signed-in' }, schema: { querystring: suggestionCount, ...page } },
      ({ viewer, query }) =>
        listSuggestions(app.db, viewer.id, { sortBy, order: 'desc', limit: query.limit, offset: 0, q: undefined }),
    )
  }

  app.get('/suggestions/user', { config: { access: 'signed-in' }, schema: page }, ({ viewer }) =>
    suggestionsOf(app.db, viewer.id),
  )

  app.get(
    '/suggestions/stats',
    { config: { access: 'signed-in' }, schema: { response: { 200: suggestionStatsWire } } },
    () => suggestionStats(app.db),
  )

  app.get(
    '/suggestions/:id',
    { config: { access: 'signed-in' }, schema: { params: idParams, response: { 200: suggestionWire } } },
    ({ viewer, params }) => readSuggestion(app.db, viewer.id, params.id),
  )

  app.get(
    '/suggestions/:id/vote',
    { config: { access: 'signed-in' }, schema: { params: idParams, response: { 200: voteReplyWire } } },
    async ({ viewer, params }) => {
      const given = await readVote(app.db, viewer.id, params.id)
      if (given.vote === null) throw new AppError('VOTE_NOT_FOUND')
      return given
    },
  )

  app.post(
    '/suggestions/:id/vote',
    {
      config: { access: 'signed-in' },
      attachValidation: true,
      schema: { params: idParams, body: voteBodyWire, response: { 200: voteReplyWire } },
    },
    (request) => castVote(app.db, request.viewer, request.params.id, lazyBody(request), app.now()),
  )

  app.delete(
    '/suggestions/:id/vote',
    { config: { access: 'signed-in' }, schema: { params: idParams, response: { 200: voteReplyWire } } },
    ({ viewer, params }) => withdrawVote(app.db, viewer, params.id),
  )

  app.put(
    '/suggestions/:id/status',
    {
      config: { access: canAdminister },
      attachValidation: true,
      schema: { params: idParams, body: suggestionStatusWire, response: { 200: suggestionWire } },
    },
    (request) => decideSuggestion(app.db, request.viewer, request.params.id, lazyBody(request)),
  )
}
