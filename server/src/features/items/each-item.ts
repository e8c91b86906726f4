import type { BulkResults } from '@malote/core/items/item.ts'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { Verdict } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { itemsOfLocked, type LockedItem, type LockedProtocol, lockProtocol } from '../protocols/public.ts'
import { itemsByProtocol } from './item.queries.ts'

interface BulkAction {
  verdict: (protocol: LockedProtocol, item: LockedItem) => Verdict
  /** Changes the items, at least one, that the verdict allows. */
  change: (trx: Trx, protocol: LockedProtocol, items: readonly LockedItem[]) => Promise<void>
  /** The sentence of each item that was changed. */
  done: string
}

/**
 * Does something to items of many protocols, never all or nothing (DESIGN 4): one transaction per protocol, so that a
 * refusal in one leaves the others alone and nobody holds two protocols at once.
 *
 * @param itemIds in any order; a repeated one counts once, an unknown or invisible one is an error of its own
 */
export async function eachItem(
  db: Db,
  viewer: Viewer,
  itemIds: readonly number[],
  action: BulkAction,
): Promise<BulkResults> {
  const ids = [...new Set(itemIds)]
  const verdicts = new Map<number, Verdict>()
  for (const [protocolId, ofProtocol] of await itemsByProtocol(db, ids)) {
    for (const [id, verdict] of await inProtocol(db, viewer, protocolId, ofProtocol, action)) verdicts.set(id, verdict)
  }
  const results: BulkResults = { success: [], errors: [] }
  for (const id of ids) {
    const verdict = verdicts.get(id)
    if (verdict?.allowed) results.success.push({ id, message: action.done })
    else results.errors.push({ id, message: verdict?.message ?? errors.ITEM_NOT_FOUND.message })
  }
  return results
}

/** The verdict on each of the protocol's items, which are changed accordingly; empty when the viewer may not see it. */
async function inProtocol(
  db: Db,
  viewer: Viewer,
  protocolId: number,
  ids: readonly number[],
  action: BulkAction,
): Promise<[number, Verdict][]> {
  try {
    return await db.transaction().execute(async (trx) => {
      const protocol = await lockProtocol(trx, protocolId, viewer)
      const judged = (await itemsOfLocked(trx, protocolId, ids)).map((item) => ({
        item,
        verdict: action.verdict(protocol, item),
      }))
      const changeable = judged.filter(({ verdict }) => verdict.allowed).map(({ item }) => item)
      if (changeable.length > 0) await action.change(trx, protocol, changeable)
      return judged.map(({ item, verdict }): [number, Verdict] => [item.id, verdict])
    })
  } catch (error) {
    // Whoever may not see the protocol hears the same as of items that do not exist.
    if (error instanceof AppError && error.code === 'PROTOCOL_NOT_FOUND') return []
    throw error
  }
}
