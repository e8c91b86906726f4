import { foundCodeWire } from '@malote/core/codes/code.ts'
import { paperChangesWire } from '@malote/core/codes/verification.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What a code on paper belongs to. */
export const findByCode = async (code: string) =>
  readWire(foundCodeWire, await api.get(`/api/codes/${encodeURIComponent(code)}`))

/**
 * What changed since a paper with this fingerprint was printed.
 *
 * @param now the protocol's present fingerprint: after another change the answer is another one
 */
export const paperChangesQuery = (code: string, fingerprint: string, now: string) =>
  queryOptions({
    queryKey: ['codes', code, 'changes', fingerprint, now],
    queryFn: async ({ signal }) =>
      readWire(
        paperChangesWire,
        await api.get(`/api/codes/${encodeURIComponent(code)}/changes`, { query: { f: fingerprint }, signal }),
      ),
  })
