import { setTimeout as pass } from 'node:timers/promises'
import { historyAction } from '@malote/core/acts/act.ts'
import { reasonRepeatsContent, removedText } from '@malote/core/black-outs/black-out.ts'
import { canBlackOut } from '@malote/core/black-outs/black-out-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { blackOutDueDateReasons } from '../../domain/custody/due-date-changes.repo.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { updateProtocol } from '../../domain/custody/protocols.repo.ts'
import { type Announced, blackOutNotices } from '../../domain/notices/withdraw-notices.ts'
import { chainHistory } from '../../platform/db/chain/chain-history.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Storage } from '../../platform/files/storage.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import {
  blackOutCopies,
  blackOutEntry,
  type Entry,
  entriesOf,
  insertBlackOuts,
  type Removed,
} from './black-outs.repo.ts'
import { askedFor, quotedBefore, saidOf, typedTexts } from './quotes-before.ts'
import type { RemovalTarget } from './removal-target.ts'

/** Milliseconds to wait for the links of fresh history entries, and between two attempts. */
const longestWaitMs = 5_000
const pause = 200

interface BlackOutContext {
  db: Db
  storage: Storage
  now: Date
}

interface Removal {
  one: RemovalTarget
  /** The records that have the text; none for an entry of the history. */
  removed: readonly Removed[]
  /** The entries of the history that quote it. */
  entries: readonly Entry[]
  /** When notifications told of it. */
  times: readonly string[]
  /** What those of 1.0.0 that quote it say, and when. */
  told: readonly Announced[]
}

/** @param taken ids of the entries that go with another copy of the text */
async function removalOf(trx: Trx, one: RemovalTarget, taken: readonly number[]): Promise<Removal> {
  const { kind, id, alsoRemoved = [] } = one
  const isEntry = kind === 'history'
  const removed = isEntry ? [] : [{ kind, targetId: id }, ...alsoRemoved]
  const all = await entriesOf(trx, one.protocol.id, removed)
  const entries = all.filter((entry) => {
    if (isEntry) return entry.id === id
    if (entry.description === removedText || taken.includes(entry.id)) return false
    return entry.typed ? entry.copies.length > 0 : removed.some((record) => quotedBefore(one, record, entry))
  })
  const asked = askedFor(one, all)
  const told = [
    ...entries.filter((entry) => isAllRemoved(one, entry)).flatMap(saidOf),
    ...asked.filter(({ typed }) => !typed).map(({ at }) => ({ at, text: `, protocolo #${one.protocol.id}:` })),
  ]
  return { ...{ one, removed, entries, told }, times: [...entries, ...asked].map(({ at }) => at) }
}

/** Its sentences are stored as they are read. */
const isFinished = ({ typed }: Entry) => !typed?.length

/** Its sentences go, and not only what they quote: they have what nobody typed as a text, such as numbers of documents. */
const isAllRemoved = ({ kind }: RemovalTarget, entry: Entry) => kind === 'history' || isFinished(entry)

/**
 * *Remover conteúdo*: removes a file or a text for good, with every copy of it in the history, in notifications, in mails
 * that wait and in the audit; what was copied by passing on or redirecting, or sent by a circular, goes in every protocol that
 * has it (contract 20.7, 20.45). Records who did it and why. Backups from before still have it.
 *
 * @param find locks the protocols; throws a 404
 * @param body read only after checking that it may be removed (contract 12.4)
 * @throws AppError of {@link canBlackOut}; TOO_FRESH_TO_REMOVE; INVALID_INPUT when the reason repeats the text
 */
export async function blackOut(
  { db, storage, now }: BlackOutContext,
  actor: Actor,
  find: (trx: Trx) => Promise<RemovalTarget>,
  body: () => { reason: string },
): Promise<void> {
  for (const end = performance.now() + longestWaitMs; ; await pass(pause)) {
    const files = await db.transaction().execute(async (trx) => {
      const target = await find(trx)
      ensure(canBlackOut(actor, target))
      const { reason } = body()
      const removals: Removal[] = []
      for (const one of [target, ...(target.copies ?? [])]) {
        const taken = removals.flatMap(({ entries }) => entries.map(({ id }) => id))
        const removal = await removalOf(trx, one, taken)
        refuseRepetition(reason, removal)
        removals.push(removal)
      }
      const waits = ({ one, entries }: Removal) => entries.some((entry) => !entry.isChained && isAllRemoved(one, entry))
      if (removals.some(waits)) return undefined
      for (const removal of removals) await remove(trx, actor, removal, reason, now)
      return new Set(removals.flatMap(({ one: { storageKey } }) => storageKey ?? []))
    })
    if (files) {
      // After the commit: storage that is silent must not keep the locks. What fails is left to the next sweep.
      await storage.remove([...files]).catch(() => {})
      return
    }
    if (performance.now() > end) throw new AppError('TOO_FRESH_TO_REMOVE')
    // Outside of the transaction: the chain waits for those that are open.
    await chainHistory(db)
  }
}

async function remove(
  trx: Trx,
  actor: Actor,
  { one, removed, entries, told, times }: Removal,
  reason: string,
  at: Date,
): Promise<void> {
  const { protocol, kind, id, item, subjectKind, words, remove: removeText } = one
  const protocolId = protocol.id
  const quoting = entries.map((entry): Removed => ({ kind: 'history', targetId: entry.id }))
  await insertBlackOuts(trx, [...removed, ...quoting], { protocolId, reason, by: actor.id, at })
  await removeText(trx, at)
  await blackOutCopies(trx, removed)
  for (const entry of entries) await blackOutEntry(trx, entry.id, isAllRemoved(one, entry) ? 'history' : 'quoted')
  await blackOutDueDateReasons(trx, entries)
  await blackOutNotices(trx, protocolId, { told, times, isWhole: kind === 'history' })
  // Forms that were opened before would write the text again.
  await updateProtocol(trx, protocolId, { version: protocol.version + 1 })
  const copies = kind === 'history' ? 0 : entries.length
  await recordHistory(trx, {
    protocolId,
    ...(item && { itemId: item.id }),
    action: historyAction.contentRemoved,
    description: `${actor.name} removeu ${words}${copiesIn(copies)}. Motivo: ${reason}`,
    by: actor.id,
    at,
  })
  await recordAudit(trx, {
    ...{ action: 'black-out', actor, address: actor.address },
    subject: { kind: subjectKind, id: String(id), name: null },
    after: { protocol: protocolId, content: words, ...(copies > 0 && { history_entries: copies }), reason },
  })
}

const copiesIn = (entries: number) => {
  if (entries === 0) return ''
  return `, também em ${entries === 1 ? '1 registro' : `${entries} registros`} do histórico`
}

/** The reason stays for good, so it must not contain what is removed. */
function refuseRepetition(reason: string, { one: { kind, text }, entries }: Removal) {
  const typed = entries.flatMap((entry) => {
    if (isFinished(entry)) return [entry.description, ...typedTexts(entry.description)]
    return kind === 'history' ? (entry.typed ?? []) : entry.copies
  })
  const said = reason.toLowerCase()
  const isIn = (one: string) => one.trim().length >= 3 && said.includes(one.trim().toLowerCase())
  if ([text ?? '', ...typed].some(isIn)) throw invalidFields({ reason: reasonRepeatsContent })
}
