import type { BlackOutKind } from '@malote/core/black-outs/black-out.ts'

/** What is to be removed: its kind, and the id of its record. */
export interface RemovalTarget {
  kind: BlackOutKind
  targetId: number
}

/** A text or a file that an Admin may remove. */
export interface RemovalSubject extends RemovalTarget {
  /** The present text, or the name of the file. */
  text: string | null
  /** What it is, as the dialog and the menu name it: `Observações`. */
  label: string
  /** Of a history entry: its action. */
  action?: string
}
