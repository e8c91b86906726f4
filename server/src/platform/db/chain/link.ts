import { createHash } from 'node:crypto'

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
}

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** `texts_digest()` of `sql/chain.sql`. @param salt a UUID */
export const textsDigest = (salt: string, { description, itemTexts }: ChainedEntry): Buffer =>
  sha256(
    Buffer.from(salt.replaceAll('-', ''), 'hex'),
    [description, ...itemTexts].map((text) => `${Buffer.byteLength(text)}:${text}`).join(''),
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
