import { intro } from './content/intro.ts'
import { protocols } from './content/protocols.ts'
import { reports } from './content/reports.ts'
import { returns } from './content/returns.ts'
import { settings } from './content/settings.ts'
import { tracking } from './content/tracking.ts'
import type { HelpSection } from './help-section.ts'

/** The help centre and the manual, in the order of contract 2.14.2. */
export const helpSections: readonly HelpSection[] = [intro, protocols, returns, tracking, settings, reports]
