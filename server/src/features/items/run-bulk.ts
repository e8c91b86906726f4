import type { BulkResults } from '@malote/core/items/item.ts'
import { type AppError, errors } from '@malote/core/shared/errors.ts'
import type { Verdict } from '@malote/core/shared/verdict.ts'
import {
  itemsOfLocked,
  type LockedItem,
  type LockedProtocol,
  lockProtocol,
} from '../../domain/custody/lock-protocol.ts'
import type { NoticesOfAct } from '../../domain/notices/notices-of-act.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type FailureLog, refusalOf } from '../../platform/http/errors.ts'
import { itemsByProtocol } from './item.queries.ts'

interface BulkAction {
  verdict: (protocol: LockedProtocol, item: LockedItem) => Verdict
  /** Changes the items that the verdict allows; called with at least one. */
  change: (trx: Trx, protocol: LockedProtocol, items: readonly LockedItem[]) => Promise<void>
  /** The notices that `change` writes; one per person for all protocols. */
  notices: readonly Pick<NoticesOfAct<never>, 'keep' | 'drop' | 'mail'>[]
  /** Message for each changed item. */
  done: string
}

/** Context of a bulk action besides its items. */
export interface BulkContext {
  now: Date
  /** Logs failures, which the response contains only as messages for single items. */
  log: FailureLog
}

/** The result for one item; the message explains why it was not changed. */
type Outcome = { allowed: true } | { allowed: false; message: string }

/**
 * Runs an action on items of many protocols, not all-or-nothing (contract 12.18). One transaction per protocol, so that
 * a failure in one does not affect the others, and no transaction locks two protocols.
 *
 * @param itemIds in any order; duplicates count once, and each unknown or invisible item is a separate error
 * @throws only before anything has been changed
 */
export async function runBulk(
  db: Db,
  viewer: Actor,
  itemIds: readonly number[],
  log: FailureLog,
  action: BulkAction,
): Promise<BulkResults> {
  const ids = [...new Set(itemIds)]
  const outcomes = new Map<number, Outcome>()
  for (const [protocolId, ofProtocol] of await itemsByProtocol(db, ids)) {
    for (const [id, outcome] of await inProtocol(db, viewer, protocolId, ofProtocol, action, log)) {
      outcomes.set(id, outcome)
    }
  }
  for (const notices of action.notices) {
    // The items and the notices in the app are committed; a failing mail queue does not change that.
    await notices.mail(db).catch((error) => refusalOf(error, log))
  }
  const results: BulkResults = { success: [], errors: [] }
  for (const id of ids) {
    const outcome = outcomes.get(id)
    if (outcome?.allowed) results.success.push({ id, message: action.done })
    else results.errors.push({ id, message: outcome?.message ?? errors.ITEM_NOT_FOUND.message })
  }
  return results
}

/** Maximum attempts at one protocol's transaction when it collides with another. */
const mostTries = 2

/** The outcome of each of the protocol's items. Items that are not in the map do not exist for the viewer. */
async function inProtocol(
  db: Db,
  viewer: Actor,
  protocolId: number,
  ids: readonly number[],
  action: BulkAction,
  log: FailureLog,
): Promise<ReadonlyMap<number, Outcome>> {
  for (let tries = 1; ; tries += 1) {
    const outcomes = new Map<number, Outcome>()
    const recorded = viewer.audited.length
    try {
      await db.transaction().execute(async (trx) => {
        const protocol = await lockProtocol(trx, protocolId, viewer)
        const items = await itemsOfLocked(trx, protocolId, ids)
        for (const item of items) outcomes.set(item.id, action.verdict(protocol, item))
        const changeable = items.filter(({ id }) => outcomes.get(id)?.allowed)
        if (changeable.length > 0) await action.change(trx, protocol, changeable)
      })
      for (const notices of action.notices) notices.keep()
      return outcomes
    } catch (error) {
      viewer.audited.length = recorded
      for (const notices of action.notices) notices.drop()
      const refusal = refusalOf(error, log)
      // An invisible protocol gives the same error as items that do not exist.
      if (refusal.code === 'PROTOCOL_NOT_FOUND') return new Map()
      if (refusal.code === 'BUSY' && tries < mostTries) continue
      // Keeps the reasons of items that a rule refused. Nothing was written for the others.
      for (const id of ids) if (outcomes.get(id)?.allowed !== false) outcomes.set(id, failed(refusal))
      return outcomes
    }
  }
}

const failed = ({ message }: AppError): Outcome => ({ allowed: false, message })
