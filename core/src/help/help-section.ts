/** One subject inside of a section: what it is about, and what to do, step by step. */
export interface HelpTopic {
  title: string
  /** Sentences; one string is one paragraph. */
  text: readonly string[]
  /** What to do, in this order. */
  steps?: readonly string[]
  /** What people trip over. */
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
  /** Words that people would look for; the search reads titles and tags. */
  tags: readonly string[]
  topics: readonly HelpTopic[]
  /** The screen that the section speaks of: where its guided tour begins, and what its picture shows. */
  screen: string
}
