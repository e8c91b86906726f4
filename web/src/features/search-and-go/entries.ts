import type { TablerIcon } from '@tabler/icons-react'
import { plain } from '../../lib/plain-text.ts'

/** One line of search-and-go. */
export interface Entry {
  id: string
  icon: TablerIcon
  label: string
  /** What tells it from others of its kind. */
  hint?: string
  /** An address of ours, or something to do. */
  go: string | (() => void)
}

export interface EntryGroup {
  name: string
  entries: readonly Entry[]
}

/** Those whose name has the text, whatever its accents and capitals. */
export const named = (entries: readonly Entry[], text: string) =>
  entries.filter(({ label }) => plain(label).includes(plain(text.trim())))
