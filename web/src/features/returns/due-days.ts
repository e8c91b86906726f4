import type { DueDays } from '@malote/core/returns/return-days.ts'
import { formatDate } from '../../lib/format.ts'

/** The due dates to which a link has narrowed the list: '20/11/2026', 'de 01/11/2026 a 30/11/2026', 'até 30/11/2026'. */
export function dueDaysWords({ from, to }: { [End in keyof DueDays]: DueDays[End] | undefined }): string | undefined {
  if (from && to) return from === to ? formatDate(from) : `de ${formatDate(from)} a ${formatDate(to)}`
  if (from) return `desde ${formatDate(from)}`
  return to ? `até ${formatDate(to)}` : undefined
}
