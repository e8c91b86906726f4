import { randomUUID } from 'node:crypto'
import type { BlackOutKind } from '@malote/core/black-outs/black-out.ts'

/**
 * What a sentence of the history or of a notification quotes: a text that somebody typed or the name of a file, in any
 * version, by its kind and the id of its record. *Remover conteúdo* finds the sentence by it, whatever its words are.
 *
 * `act …` stands for a text of which there is no record, such as the message of *Cobrar*, and for all sentences of an act.
 */
export type Quote = `${BlackOutKind} ${number}` | `act ${string}`

export const quoteOf = (kind: BlackOutKind, id: number): Quote => `${kind} ${id}`

/** What the sentences of one act quote, in the history and in notifications alike. */
export const quotesOfAct = (...texts: readonly Quote[]): readonly Quote[] => [...texts, `act ${randomUUID()}`]

export const isAct = (quote: string): boolean => quote.startsWith('act ')
