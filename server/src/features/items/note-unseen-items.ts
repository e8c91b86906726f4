import type { BulkResults } from '@malote/core/items/item.ts'
import { errors } from '@malote/core/shared/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * `preSerialization` hook of the bulk actions, which answer 200 with an error per item: notes the items that were not
 * found. Some may exist and be hidden from the person, which the audit finds out after the response.
 */
export async function noteUnseenItems<Payload>(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: Payload,
): Promise<Payload> {
  const { results } = (payload ?? {}) as { results?: Pick<BulkResults, 'errors'> }
  const unseen = results?.errors.filter(({ message }) => message === errors.ITEM_NOT_FOUND.message)
  if (unseen?.length) request.unseen = { kind: 'item', ids: unseen.map(({ id }) => id) }
  return payload
}
