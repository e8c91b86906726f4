import { historyAction } from '../acts/act.ts'

/** Title of a notification about occurrences that were opened: 'Ocorrência registrada', '3 ocorrências registradas'. */
export const openedTitle = (count: number): string =>
  count === 1 ? historyAction.occurrenceOpened : `${count} ocorrências registradas`

/** Title of the notification about an occurrence that was resolved. */
export const resolvedTitle: string = historyAction.occurrenceResolved

/** Whether a notification with this title is about occurrences. */
export const isAboutOccurrences = (title: string): boolean =>
  [resolvedTitle, openedTitle(1), openedTitle(Number.parseInt(title, 10))].includes(title)
