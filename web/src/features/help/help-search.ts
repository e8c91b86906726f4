import type { HelpSection } from '@malote/core/help/help-section.ts'
import { plain } from '../../lib/plain-text.ts'
import { oneOf, searchWords } from '../../lib/search-values.ts'

/** What the address of the help centre holds. */
export interface HelpSearch {
  /** Words looked for in titles and tags. */
  search?: string | undefined
  view?: 'cards' | undefined
  section?: string | undefined
}

const sectionKeys = ['intro', 'protocols', 'returns', 'tracking', 'settings', 'reports']

export const helpSearch = ({ search, view, section }: Record<string, unknown>): HelpSearch => ({
  search: searchWords(search),
  view: oneOf(['cards'] as const, view),
  section: oneOf(sectionKeys, section),
})

/** Sections whose title, or one of whose tags or topics' titles, has the words; accents and case do not matter. */
export function findSections(sections: readonly HelpSection[], words: string): readonly HelpSection[] {
  const wanted = plain(words.trim())
  if (!wanted) return sections
  return sections.filter(({ title, tags, topics }) =>
    [title, ...tags, ...topics.map((topic) => topic.title)].some((text) => plain(text).includes(wanted)),
  )
}
