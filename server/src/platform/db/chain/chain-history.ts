import { createHash } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import { startLoop } from '../../start-loop.ts'
import type { Db } from '../connect.ts'

/** Milliseconds between two runs, and so about how long an entry waits for its link. */
const pauseMs = 2_000

/** Entries per transaction. An old database catches up at this pace, so that the server stays fast meanwhile. */
const batchSize = 10_000

/**
 * Links new history entries to the chain of their protocol (`chain_history()` in `sql/chain.sql`).
 *
 * @returns how many; 0 when all are chained, when an older transaction on the same server may still add one, or when
 * another process is doing it
 */
export async function chainHistory(db: Db, most = batchSize): Promise<number> {
  const { rows } = await sql<{ chained: number }>`select chain_history(${most}) as chained`.execute(db)
  return rows[0]?.chained ?? 0
}

/**
 * Chains every entry, for tools that use the database alone. Not more at a time: on a database without statistics, as after
 * a restore, 50,000 entries took 5 s and 100,000 were not done after three minutes.
 *
 * @returns how many it chained
 */
export async function chainWholeHistory(db: Db, most = 25_000): Promise<number> {
  let chained = 0
  while (await isWaiting(db)) {
    const now = await chainHistory(db, most)
    chained += now
    if (now === 0) await pass(50)
  }
  return chained
}

async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select coalesce((select max(id) from history), 0) > (select chained_to from chain_progress) as waits`.execute(db)
  return rows[0]?.waits ?? false
}

/**
 * Chains every two seconds until stopped, and once more at the end. Every instance does so; of two at the same moment,
 * one does nothing.
 *
 * @returns a function that stops it
 */
export function startChaining({
  db,
  log,
}: {
  db: Db
  log: { error: (details: object, message: string) => void }
}): () => Promise<void> {
  const onFailure = (error: unknown) => log.error({ err: error }, 'chaining the history failed, will be tried again')
  const stop = startLoop({ pauseMs, work: () => chainHistory(db), onFailure })
  return async () => {
    await stop()
    await chainHistory(db).catch(onFailure)
  }
}

/** A history entry as its link covers it. */
export interface ChainedEntry {
  id: number
  protocolId: number
  itemId: number | null
  action: string
  description: string
  createdBy: number | null
  /** Microseconds since 1970, as digits. */
  createdAt: string
  originDepartmentId: number
  destinationDepartmentId: number
  /** The items of an entry about several, by id, and what it says of each. */
  itemIds: readonly number[]
  itemTexts: readonly string[]
  /** The hexadecimal digests of the typed texts that the sentences name. */
  textDigests: readonly string[]
}

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const uuidBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** The digest of a typed text, as `sql/typed-texts.sql` computes it. @param salt a UUID */
export const typedTextDigest = (salt: string, body: string): Buffer => sha256(uuidBytes(salt), body)

/** `texts_digest()` of `sql/chain.sql`. @param salt a UUID */
export const textsDigest = (salt: string, { description, itemTexts, textDigests }: ChainedEntry): Buffer =>
  sha256(
    uuidBytes(salt),
    [description, ...itemTexts, ...textDigests].map((text) => `${Buffer.byteLength(text)}:${text}`).join(''),
  )

/**
 * The hash of an entry's link, as `chain_history()` of `sql/chain.sql` computes it.
 *
 * @param previous hash of the protocol's link before; empty for its first one
 */
export const linkHash = (previous: Buffer, entry: ChainedEntry, texts: Buffer): Buffer =>
  sha256(
    previous,
    [
      'malote history 1',
      entry.protocolId,
      entry.id,
      entry.itemId ?? '-',
      entry.createdBy ?? '-',
      entry.createdAt,
      entry.originDepartmentId,
      entry.destinationDepartmentId,
      entry.itemIds.join(),
      texts.toString('hex'),
      entry.action,
    ].join('\n'),
  )

/** One hash a day, as `anchor_history()` of `sql/chain.sql` computes it. */
export interface Anchor {
  number: number
  /** Civil date, `yyyy-MM-dd`. */
  day: string
  lastLink: number
  hash: Buffer
}

/** @param heads SHA-256 over the protocols' last links: each the id in four bytes, and the hash; by id */
export const anchorHash = (previous: Buffer, { number, day, lastLink }: Anchor, heads: Buffer): Buffer =>
  sha256(previous, ['malote anchor 1', number, day, lastLink, ''].join('\n'), heads)
