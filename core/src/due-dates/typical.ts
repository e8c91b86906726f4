import { z } from 'zod'
import { dayCounts } from '../categories/category.ts'
import { idFilter } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { queryNumber, requiredId } from '../shared/wire-values.ts'

/** Days of the past whose returns count. */
export const typicalPeriod = 365

/** Fewest returns that say anything about what is usual. */
export const smallestSample = 10

/** `?category_id&destination_department_id` of `GET /api/deadlines/typical`; without a department: of all. */
export const typicalQuery = z.object({
  categoryId: queryNumber(requiredId('Categoria não encontrada')),
  destinationDepartmentId: idFilter,
})
export type TypicalQuery = z.infer<typeof typicalQuery>
export const typicalQueryWire = renamed(typicalQuery)

/** How long items of a category usually take to come back (contract 21.30). */
export const typical = z.object({
  /** Number of returns in the last {@link typicalPeriod} days. */
  sample: z.int(),
  /** Exact percentiles, in days as `dayCount` counts them; null for less than {@link smallestSample} returns. */
  medianDays: z.number().nullable(),
  p80Days: z.number().nullable(),
  dayCount: z.enum(dayCounts),
  /** From 0 to 1; null for a small sample. */
  onTimeRate: z.number().nullable(),
  /** Days of the category; null: it does not have to come back. */
  categoryDays: z.int().nullable(),
})
export type Typical = z.infer<typeof typical>
export const typicalWire = renamed(typical)
