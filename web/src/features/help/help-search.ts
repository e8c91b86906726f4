import type { HelpSection } from '@malote/core/help/help-section.ts'
import { filter, searchText } from '@malote/core/shared/query.ts'
import { searchable } from '@malote/core/shared/typed-text.ts'
import { z } from 'zod'
import { inAddress } from '../../lib/in-address.ts'

export const helpSearch = inAddress(
  z.object({
    /** Text to search for in titles and tags. */
    search: searchText,
    view: filter(z.enum(['cards'])),
    section: filter(z.enum(['intro', 'protocols', 'returns', 'tracking', 'settings', 'reports'])),
  }),
)

/** The search params of the help centre. */
export type HelpSearch = ReturnType<typeof helpSearch>

/** Sections whose titles or tags, or those of a topic, contain the text; accents and case are ignored. */
export function findSections(sections: readonly HelpSection[], words: string): readonly HelpSection[] {
  const wanted = searchable(words)
  if (!wanted) return sections
  return sections.filter(({ title, tags, topics }) =>
    [title, ...tags, ...topics.flatMap((topic) => [topic.title, ...(topic.tags ?? [])])].some((text) =>
      searchable(text).includes(wanted),
    ),
  )
}
