import { helpSections } from '@malote/core/help/help-content.ts'
import { IconHelp } from '@tabler/icons-react'
import { plain } from '../../lib/plain-text.ts'
import type { Entry } from './entries.ts'

/** Shorter texts are in too many titles. */
const shortestText = 3
const mostTopics = 4

/** Topics of the help centre, by their titles and then by their tags. */
export function helpEntries(text: string): Entry[] {
  const wanted = plain(text)
  if (wanted.length < shortestText) return []
  const isWanted = (title: string) => plain(title).includes(wanted)
  const topics = helpSections.flatMap((section) => section.topics.map(({ title, tags }) => ({ section, title, tags })))
  return [
    ...topics.filter(({ title }) => isWanted(title)),
    ...topics.filter(({ title, tags }) => !isWanted(title) && tags?.some(isWanted)),
  ]
    .slice(0, mostTopics)
    .map(({ section, title }) => ({
      id: `help-${section.key}-${title}`,
      icon: IconHelp,
      label: title,
      hint: `Ajuda: ${section.title}`,
      go: `/ajuda?section=${section.key}`,
    }))
}
