import {
  outcomeOf,
  type ScanAct,
  type ScanBody,
  type ScanReply,
  scanAction,
  scanActOf,
  standsForProtocol,
} from '@malote/core/scans/scan.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { type Claim, claimKey, findDoneWith, KeyTaken } from '../../domain/idempotency/idempotency.repo.ts'
import { digestOf } from '../../domain/idempotency/idempotency-key.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { returnAllIn, returnIn } from '../items/public.ts'
import { completeIn } from '../protocols/public.ts'
import { receiveIn } from '../receiving/receive-protocols.ts'
import { findScanned, readScanned, type Scanned } from './scanned.queries.ts'

interface ScanContext {
  /** The client's idempotency key. */
  key: string | undefined
  now: Date
  /** Told of a code that exists and is hidden from the person. */
  onHidden: (about: { kind: 'protocol' | 'item'; id: number }) => void
}

/**
 * Does with a scanned code what its button would do, and says what came of it (contract 23.1). What a rule refuses is an
 * answer here, not an error: whoever scans goes on.
 *
 * @throws AppError INVALID_INPUT, CODE_NOT_FOUND, IDEMPOTENCY_KEY_REUSED
 */
export async function scan(
  db: Db,
  viewer: Actor,
  { code, action }: ScanBody,
  { key, now, onHidden }: ScanContext,
): Promise<ScanReply> {
  const belongs = await readScanned(db, code)
  const scanned = await findScanned(db, viewer, belongs)
  if (!scanned) {
    onHidden(belongs)
    throw new AppError('CODE_NOT_FOUND')
  }
  const { protocol, ...about } = scanned
  if (action === scanAction.locate) {
    return { ...about, outcome: 'found', message: `Está em ${about.currentLocation}.` }
  }
  const claim = key === undefined ? undefined : { key, digest: digestOf({ scanned: belongs, action }) }
  const result = await act(db, viewer, scanned, action, claim, now)
  // Where it is now, which the act has changed.
  const { currentLocation } = (result.outcome === 'done' && (await findScanned(db, viewer, belongs))) || about
  return { ...about, ...result, currentLocation }
}

type Result = Pick<ScanReply, 'outcome' | 'message'>

async function act(
  db: Db,
  viewer: Actor,
  { kind, protocolId, itemId, protocol }: Scanned,
  action: Exclude<ScanBody['action'], 'locate'>,
  claim: Claim | undefined,
  now: Date,
): Promise<Result> {
  const done = scanActOf(action, kind, viewer, protocol)
  const run = async (trx: Trx): Promise<number> => {
    if (done === 'return-all') return returnAllIn(trx, viewer, protocolId, now)
    if (done === 'return') await returnIn(trx, viewer, itemId ?? 0, now)
    else {
      if (itemId !== null) {
        const { item } = await lockProtocolOfItem(trx, itemId, viewer)
        ensure(standsForProtocol(viewer, protocol, item.status))
      }
      if (done === 'complete') await completeIn(trx, viewer, protocolId, now)
      else await receiveIn(trx, viewer, protocolId, () => ({ items: [] }), now)
    }
    return 1
  }
  try {
    const count = await db.transaction().execute(async (trx) => {
      const changed = await run(trx)
      if (claim && !(await claimKey(trx, claim, protocolId, { by: viewer.id, at: now }))) throw new KeyTaken()
      return changed
    })
    return { outcome: 'done', message: doneMessage(done, count) }
  } catch (error) {
    // A retry gets the first result, whatever has changed since. Checked only after a refusal.
    const isRetry = claim && (await findDoneWith(db, viewer, claim.key, claim.digest)) !== undefined
    if (isRetry) return { outcome: 'done', message: doneMessage(done, await returnedWith(db, viewer, claim.key)) }
    const outcome = error instanceof AppError ? outcomeOf(error.code) : undefined
    if (outcome === undefined) throw error
    return { outcome, message: (error as AppError).message }
  }
}

/** The sentences of the buttons (contract 8.10, 8.17, 8.18). */
function doneMessage(done: ScanAct, count: number): string {
  if (done === 'receive') return 'Protocolo recebido com sucesso!'
  if (done === 'complete') return 'Protocolo concluído com sucesso!'
  return count === 1 ? 'Item retornado com sucesso!' : `${count} itens retornados com sucesso!`
}

/** How many items the scan under this key has returned: all acts of a transaction have its moment. */
async function returnedWith(db: Db, viewer: Actor, key: string): Promise<number> {
  const { n } = await db
    .selectFrom('idempotencyKeys as k')
    .innerJoin('items as i', (join) =>
      join.onRef('i.protocolId', '=', 'k.protocolId').onRef('i.actualReturnDate', '=', 'k.createdAt'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('k.userId', '=', viewer.id)
    .where('k.key', '=', key)
    .executeTakeFirstOrThrow()
  return n
}
