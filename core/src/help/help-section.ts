/** One topic of a section: an explanation, and steps to follow. */
export interface HelpTopic {
  title: string
  /** Words that users may search for, in the help centre and in search-and-go. */
  tags?: readonly string[]
  /** Sentences; one string is one paragraph. */
  text: readonly string[]
  /** What to do, in this order. */
  steps?: readonly string[]
  /** A common mistake, or a fact that surprises users. */
  note?: string
}

/** The six sections of the help centre and the chapters of the manual (contract 2.14.2). */
export type HelpSectionKey = 'intro' | 'protocols' | 'returns' | 'tracking' | 'settings' | 'reports'

/** A section of the help centre, and the chapter of the manual with the same texts. */
export interface HelpSection {
  key: HelpSectionKey
  title: string
  /** One sentence under the title. */
  summary: string
  /** Words that users may search for; the search covers titles and tags. */
  tags: readonly string[]
  topics: readonly HelpTopic[]
  /** Path of the section's screen: its guided tour starts there, and its picture shows it. */
  screen: string
}
