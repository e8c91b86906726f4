import { z } from 'zod'
import { dayCounts } from '../categories/category.ts'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

/** Why a due date changed: by the origin, at the holder's request, with the calendar, or with the item's category. */
export const dueDateChangeKinds = ['extension', 'request', 'calendar', 'edit'] as const
export type DueDateChangeKind = (typeof dueDateChangeKinds)[number]

/** A day that the count passed over. */
export const skippedDay = z.object({
  /** Civil date, `yyyy-MM-dd`. */
  date: z.string(),
  /** Name of the holiday, 'sábado' or 'domingo'. */
  reason: z.string(),
})
export type SkippedDay = z.infer<typeof skippedDay>

export const dueDateChange = z.object({
  /** Civil dates; `from` is null when the item had none. */
  from: z.string().nullable(),
  to: z.string(),
  /** Name of the person; null when it followed the department before, whose people the viewer may not know. */
  by: z.string().nullable(),
  at: instant,
  reason: z.string().nullable(),
  kind: z.enum(dueDateChangeKinds),
})
export type DueDateChange = z.infer<typeof dueDateChange>

/** An item that was passed on must be back at this department by this day, so it cannot be due later. */
export const dueDateCap = z.object({ department: z.string(), returnDate: z.string() })

/** Why an item is due on its day (contract 21.3). */
export const dueDateExplanation = z.object({
  returnDate: z.string().nullable(),
  originalReturnDate: z.string().nullable(),
  /** How the first due date was computed; null and empty when it was set by hand, or there is none. */
  start: z.string().nullable(),
  days: z.int().nullable(),
  dayCount: z.enum(dayCounts).nullable(),
  skipped: z.array(skippedDay),
  /** The later changes, the oldest first. */
  changes: z.array(dueDateChange),
  /** Null unless the present date is the latest that the department before allows. */
  cappedBy: dueDateCap.nullable(),
  sentence: z.string(),
})
export type DueDateExplanation = z.infer<typeof dueDateExplanation>
export const dueDateExplanationWire = renamed(
  dueDateExplanation.extend({
    skipped: z.array(renamed(skippedDay)),
    changes: z.array(renamed(dueDateChange)),
    cappedBy: renamed(dueDateCap).nullable(),
  }),
)
