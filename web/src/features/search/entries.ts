import type { Match } from '@malote/core/protocols/protocol.ts'
import { searchable } from '@malote/core/shared/typed-text.ts'
import type { TablerIcon } from '@tabler/icons-react'
import type { PathState } from '../../ui/path/path-small.tsx'

/** An entry in the results of search-and-go. */
export interface Entry {
  id: string
  icon: TablerIcon
  label: string
  /** What it is about, above the label. */
  subject?: string
  /** Between two departments, drawn beside the label. */
  path?: { from: string; to: string; state: PathState }
  /** Distinguishes it from similar entries. */
  hint?: string
  /** Why the search found it. */
  match?: Match | null | undefined
  /** A path of the app, or an action. */
  go: string | (() => void)
}

export interface EntryGroup {
  name: string
  entries: readonly Entry[]
}

/** Entries whose name contains the text; accents and case are ignored. */
export const named = (entries: readonly Entry[], text: string) =>
  entries.filter(({ label }) => searchable(label).includes(searchable(text)))
