import type { BulkResults } from '@malote/core/items/item.ts'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { Verdict } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Trx } from '../../db/connect.ts'
import { failureOf } from '../../db/failures.ts'
import { itemsOfLocked, type LockedItem, type LockedProtocol, lockProtocol } from '../protocols/public.ts'
import { itemsByProtocol } from './item.queries.ts'

interface BulkAction {
  verdict: (protocol: LockedProtocol, item: LockedItem) => Verdict
  /** Changes the items, at least one, that the verdict allows. */
  change: (trx: Trx, protocol: LockedProtocol, items: readonly LockedItem[]) => Promise<void>
  /** The sentence of each item that was changed. */
  done: string
}

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** What a bulk action needs beside its items. */
export interface BulkContext {
  now: Date
  /** Told of failures, which the answer turns into sentences of single items. */
  log: Log
}

/** What became of an item; the sentence of one that was not changed says why. */
type Outcome = { allowed: true } | { allowed: false; message: string }

/**
 * Does something to items of many protocols, never all or nothing (contract 12.18): one transaction per protocol, so
 * that a refusal or a failure in one leaves the others alone and nobody holds two protocols at once.
 *
 * @param itemIds in any order; a repeated one counts once, an unknown or invisible one is an error of its own
 * @throws only while nothing has been done yet
 */
export async function eachItem(
  db: Db,
  viewer: Viewer,
  itemIds: readonly number[],
  log: Log,
  action: BulkAction,
): Promise<BulkResults> {
  const ids = [...new Set(itemIds)]
  const outcomes = new Map<number, Outcome>()
  for (const [protocolId, ofProtocol] of await itemsByProtocol(db, ids)) {
    for (const [id, outcome] of await inProtocol(db, viewer, protocolId, ofProtocol, action, log)) {
      outcomes.set(id, outcome)
    }
  }
  const results: BulkResults = { success: [], errors: [] }
  for (const id of ids) {
    const outcome = outcomes.get(id)
    if (outcome?.allowed) results.success.push({ id, message: action.done })
    else results.errors.push({ id, message: outcome?.message ?? errors.ITEM_NOT_FOUND.message })
  }
  return results
}

/** How often one protocol's transaction is begun when it collides with somebody else's. */
const mostTries = 2

/** What became of each of the protocol's items; those that are not among them do not exist for the viewer. */
async function inProtocol(
  db: Db,
  viewer: Viewer,
  protocolId: number,
  ids: readonly number[],
  action: BulkAction,
  log: Log,
): Promise<ReadonlyMap<number, Outcome>> {
  for (let tries = 1; ; tries += 1) {
    const outcomes = new Map<number, Outcome>()
    try {
      await db.transaction().execute(async (trx) => {
        const protocol = await lockProtocol(trx, protocolId, viewer)
        const items = await itemsOfLocked(trx, protocolId, ids)
        for (const item of items) outcomes.set(item.id, action.verdict(protocol, item))
        const changeable = items.filter(({ id }) => outcomes.get(id)?.allowed)
        if (changeable.length > 0) await action.change(trx, protocol, changeable)
      })
      return outcomes
    } catch (error) {
      const refusal = refusalOf(error, log)
      // Whoever may not see the protocol hears the same as of items that do not exist.
      if (refusal.code === 'PROTOCOL_NOT_FOUND') return new Map()
      if (refusal.code === 'BUSY' && tries < mostTries) continue
      // What a rule refused stays refused for that reason; nothing of the rest was written.
      for (const id of ids) if (outcomes.get(id)?.allowed !== false) outcomes.set(id, failed(refusal))
      return outcomes
    }
  }
}

const failed = ({ message }: AppError): Outcome => ({ allowed: false, message })

/** As the error plugin would answer, had it been the whole request. */
function refusalOf(error: unknown, log: Log): AppError {
  if (error instanceof AppError) return error
  const failure = failureOf(error)
  if (failure?.kind === 'unavailable') log.warn({ err: error }, 'bulk action: refused for lack of a resource')
  if (failure) return failure
  log.error({ err: error }, 'bulk action: unexpected error')
  return new AppError('INTERNAL_ERROR', { cause: error })
}
