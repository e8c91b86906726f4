import type { BlackOutKind } from '@malote/core/black-outs/black-out.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'

/** The record that has a text; none for texts such as the message of *Cobrar*. */
export type TextRecord = readonly [kind: BlackOutKind, id: number] | readonly []

/** What somebody typed, or the name of a file, as a sentence is to quote it. */
export interface NewText {
  body: string
  of: TextRecord
  /** When notifications tell of it that alone quote it: it is deleted when they are too old. */
  toldAt?: Date
}

/**
 * A text that is kept once for the sentences of one act, in the history and in notifications alike. They have the `token` in
 * its place and name the text in `texts`; {@link filledIn} puts it in when they are read, unless it was removed.
 */
export interface TypedText {
  id: number
  token: string
}

/** @returns the texts in the same order */
export async function keepTexts(trx: Trx, texts: readonly NewText[]): Promise<TypedText[]> {
  if (texts.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    insert into typed_texts (kind, target_id, body, told_at)
    select kind, target_id, body, told_at from unnest(
      ${texts.map(({ of }) => of[0] ?? null)}::text[],
      ${texts.map(({ of }) => of[1] ?? null)}::bigint[],
      ${texts.map(({ body }) => body)}::text[],
      ${texts.map(({ toldAt }) => toldAt?.toISOString() ?? null)}::timestamptz[]
    ) with ordinality text (kind, target_id, body, told_at, place)
    order by place returning id`.execute(trx)
  return rows.map(({ id }) => ({ id, token: `\uFFFC${id}\uFFFC` })).sort((a, b) => a.id - b.id)
}

export const keepText = async (trx: Trx, body: string, ...of: TextRecord): Promise<TypedText> => {
  const [kept] = await keepTexts(trx, [{ body, of }])
  return kept as TypedText
}

/** The ids of these texts, each once, for the column `texts`. */
export const idsOf = (texts: readonly TypedText[]): number[] => [...new Set(texts.map(({ id }) => id))]

/** A stored sentence as people read it (`filled_in()` of `sql/typed-texts.sql`). */
export const filledIn = (sentence: string, texts: string): RawBuilder<string> =>
  sql<string>`filled_in(${sql.ref(sentence)}, ${sql.ref(texts)})`

/** A line of words and of typed texts. */
export type Words = readonly (string | NewText)[]

/** Keeps the texts of these lines, and puts their tokens in. */
export async function keepWords(trx: Trx, lines: readonly Words[]): Promise<{ lines: string[]; texts: TypedText[] }> {
  const texts = await keepTexts(
    trx,
    lines.flat().filter((word) => typeof word !== 'string'),
  )
  const next = texts.values()
  const sayWord = (word: string | NewText) => (typeof word === 'string' ? word : next.next().value?.token)
  return { lines: lines.map((words) => words.map(sayWord).join('')), texts }
}
