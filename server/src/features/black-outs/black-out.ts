import { setTimeout as pass } from 'node:timers/promises'
import { reasonRepeatsContent, removedText } from '@malote/core/black-outs/black-out.ts'
import { canBlackOut } from '@malote/core/black-outs/black-out-rules.ts'
import { historyAction } from '@malote/core/history/history-entry.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { blackOutDueDateReasons } from '../../domain/custody/due-date-changes.repo.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { updateProtocol } from '../../domain/custody/protocols.repo.ts'
import { isAct, quoteOf } from '../../domain/custody/quotes.ts'
import { type Announced, blackOutNotices, blackOutNoticesBefore } from '../../domain/notices/withdraw-notices.ts'
import { chainHistory } from '../../platform/db/chain/chain-history.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Storage } from '../../platform/files/storage.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import { blackOutEntries, type Entry, entriesOf, insertBlackOuts, type Removed } from './black-outs.repo.ts'
import { askedForBefore, quotedBefore } from './quotes-before.ts'
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
  /** The entries of the history that quote it. */
  entries: readonly Entry[]
  /** What notifications that quote it say that they quote. */
  quotes: readonly string[]
  /** The notifications that do not say what they quote. */
  told: readonly Announced[]
  /** Of all entries whose notifications may say so: they have the same time. */
  times: readonly string[]
}

function removalOf(one: RemovalTarget, all: readonly Entry[]): Removal {
  const { kind, id, alsoRemoved = [] } = one
  const isEntry = kind === 'history'
  const own: readonly string[] = isEntry
    ? []
    : [{ kind, targetId: id }, ...alsoRemoved].map((removed) => quoteOf(removed.kind, removed.targetId))
  const entries = all.filter((entry) =>
    entry.quotes && !isEntry ? entry.quotes.some((quote) => own.includes(quote)) : quotedBefore(one, entry),
  )
  const told = entries.filter(({ quotes }) => !quotes).map((entry) => ({ at: entry.at, texts: textsOf(entry) }))
  return {
    ...{ one, entries },
    times: all.filter(({ quotes, action }) => quotes || action === historyAction.itemsAskedFor).map(({ at }) => at),
    quotes: isEntry ? entries.flatMap(({ quotes }) => quotes?.filter(isAct) ?? []) : own,
    told: [...told, ...askedForBefore(one, all)],
  }
}

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
        const removal = removalOf(one, await entriesOf(trx, one.protocol.id))
        refuseRepetition(reason, removal)
        removals.push(removal)
      }
      if (!removals.every(({ entries }) => entries.every(({ isChained }) => isChained))) return undefined
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
  { one, entries, quotes, told, times }: Removal,
  reason: string,
  at: Date,
): Promise<void> {
  const { protocol, kind, id, item, subjectKind, words, alsoRemoved = [], remove: removeText } = one
  const protocolId = protocol.id
  const quoting = entries.map((entry): Removed => ({ kind: 'history', targetId: entry.id }))
  const itself: Removed[] = kind === 'history' ? [] : [{ kind, targetId: id }, ...alsoRemoved]
  await insertBlackOuts(trx, [...itself, ...quoting], { protocolId, reason, by: actor.id, at })
  await removeText(trx, at)
  await blackOutEntries(
    trx,
    entries.map((entry) => entry.id),
  )
  await blackOutDueDateReasons(trx, entries)
  await blackOutNotices(trx, quotes, times)
  await blackOutNoticesBefore(trx, told)
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

/** What an entry says, and what notifications of the same act may say instead: the typed text alone. */
function textsOf({ description, itemTexts }: Entry): string[] {
  const typed = [description, ...itemTexts].flatMap((text) => typedPart(text) ?? [])
  return [...new Set([description, ...itemTexts, ...typed])].filter((text) => text !== '' && text !== removedText)
}

/** The reason stays for good, so it must not contain what is removed. */
function refuseRepetition(reason: string, { one: { text }, entries }: Removal) {
  const sentences = entries.flatMap(textsOf)
  const removed = [text ?? '', ...sentences, ...sentences.flatMap(typedTexts)]
  const said = reason.toLowerCase()
  if (!removed.some((one) => one.trim().length >= 3 && said.includes(one.trim().toLowerCase()))) return
  throw invalidFields({ reason: reasonRepeatsContent })
}

const label = '(?:Motivo: “?|(?:Mensagem|Descrição|Desfecho|Resposta): “)'
const toTheEnd = new RegExp(`${label}.+$`, 's')
const one = new RegExp(`${label}(.+?)”?(?=\\. ${label}|$)`, 'gs')

/** The end of a history sentence, from the first label on: notifications of the same act may have it alone. */
export const typedPart = (sentence: string): string | undefined => toTheEnd.exec(sentence)?.[0]

/** The texts in a history sentence that people typed, without labels and quotes. */
export const typedTexts = (sentence: string): string[] => [...sentence.matchAll(one)].map(([, text = '']) => text)
