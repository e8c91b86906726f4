import { createCipheriv, createHash } from 'node:crypto'
import { codeAlphabet, codeLength, completeCode, shownCode } from '@malote/core/codes/code.ts'
import { canonicalForm, fingerprintLength, type OnPaper } from '@malote/core/codes/paper.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/** What has codes. A kind keeps its place for ever, which is part of every code that was printed. */
const kinds = ['protocol', 'item'] as const
export type CodeKind = (typeof kinds)[number]

/** The codes of one installation. */
export interface Codes {
  /** @param ids of rows; @returns their codes as they are shown, in the same order */
  of: (kind: CodeKind, ids: readonly number[]) => string[]
  /** @param code as core's `readCode` gives it; @returns null for a code that no row can have, whether or not it exists */
  find: (code: string) => { kind: CodeKind; id: number } | null
}

/** The key, hexadecimal, for statements that read what has codes. */
export const codeKey: RawBuilder<string> = sql<string>`(select encode(code_key, 'hex') from settings)`

export async function readCodes(db: Db): Promise<Codes> {
  const { rows } = await sql<{ key: string }>`select ${codeKey} as key`.execute(db)
  return codesOf(String(rows[0]?.key))
}

/**
 * A code is nothing that is stored: it is the row's kind and id, encrypted by FF1, which encrypts ten digits of base 32
 * into ten digits of base 32. So codes are unique, cost a creation nothing, and those of all existing rows are there at
 * once; without the key they cannot be told from random ones.
 *
 * @param key 32 bytes, hexadecimal
 * @see NIST SP 800-38G, FF1 with radix 32, ten digits, no tweak
 */
export function codesOf(key: string): Codes {
  const { encrypt, decrypt } = ff1(Buffer.from(key, 'hex'))
  // Counts the draws until the check character is one that codes may have: eight of nine are at the first.
  const drawn = (kind: CodeKind, ids: readonly number[], draw: number): string[] => {
    const plain = ids.map((id) => (draw * largest + id) * roomForKinds + kinds.indexOf(kind))
    const complete = encrypt(plain).map((value) => completeCode(inBase32(value)))
    const left = ids.filter((_, index) => complete[index] === null)
    const later = left.length > 0 ? drawn(kind, left, draw + 1) : []
    return complete.map((code) => code ?? (later.shift() as string))
  }
  const of: Codes['of'] = (kind, ids) => drawn(kind, ids, 0).map(shownCode)
  const find: Codes['find'] = (code) => {
    const [plain = 0] = decrypt([fromBase32(code.slice(0, codeLength))])
    const kind = kinds[plain % roomForKinds]
    const id = Math.floor(plain / roomForKinds) % largest
    return kind !== undefined && id > 0 && of(kind, [id])[0] === shownCode(code) ? { kind, id } : null
  }
  return { of, find }
}

/** First digits of a SHA-256 of the canonical form: eight tell today's paper from yesterday's, they prove nothing. */
export const fingerprintOf = (paper: OnPaper) =>
  createHash('sha256').update(canonicalForm(paper)).digest('hex').slice(0, fingerprintLength)

/** Ids are below it. */
const largest = 2 ** 31
const roomForKinds = 8

/** Half of the ten digits: 25 bits. */
const half = 2 ** 25

function inBase32(value: number): string {
  let [digits, rest] = ['', value]
  while (digits.length < codeLength) {
    digits = codeAlphabet.charAt(rest % 32) + digits
    rest = Math.floor(rest / 32)
  }
  return digits
}

const fromBase32 = (digits: string) => [...digits].reduce((value, digit) => value * 32 + codeAlphabet.indexOf(digit), 0)

/**
 * FF1 for this one size, in which each round is one block of AES and the halves fit into integers; of many values at once,
 * because a call of the cipher takes longer than what it does.
 */
function ff1(key: Buffer) {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const first = cipher.update(Buffer.from([1, 2, 1, 0, 0, 32, 10, 5, 0, 0, 0, 10, 0, 0, 0, 0]))
  const round = (number: number, rights: readonly number[]) => {
    const blocks = Buffer.concat(rights.map(() => first))
    for (const [index, right] of rights.entries()) {
      blocks.writeUInt8(first.readUInt8(11) ^ number, 16 * index + 11)
      blocks.writeUInt32BE((first.readUInt32BE(12) ^ right) >>> 0, 16 * index + 12)
    }
    const made = cipher.update(blocks)
    return rights.map((_, index) => made.readUInt32BE(16 * index + 4) % half)
  }
  const rounds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  const sides = (values: readonly number[]): [number[], number[]] => [
    values.map((value) => Math.floor(value / half)),
    values.map((value) => value % half),
  ]
  const joined = (lefts: readonly number[], rights: readonly number[]) =>
    lefts.map((left, index) => left * half + (rights[index] ?? 0))
  return {
    encrypt(values: readonly number[]) {
      let [lefts, rights] = sides(values)
      for (const number of rounds) {
        const added = round(number, rights)
        const before = lefts
        lefts = rights
        rights = added.map((y, index) => ((before[index] ?? 0) + y) % half)
      }
      return joined(lefts, rights)
    },
    decrypt(values: readonly number[]) {
      let [lefts, rights] = sides(values)
      for (const number of rounds.toReversed()) {
        const added = round(number, lefts)
        const before = rights
        rights = lefts
        lefts = added.map((y, index) => ((before[index] ?? 0) + half - y) % half)
      }
      return joined(lefts, rights)
    },
  }
}
