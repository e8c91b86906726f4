import { z } from 'zod'
import { dayCount } from '../shared/due-date.ts'
import { cleanLine } from '../shared/typed-text.ts'
import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import { requiredLine } from '../shared/wire-values.ts'

/** The choices of *Tipo de dias*, the default first (contract 5.5.2). */
export const dayCounts = [dayCount.business, dayCount.calendar] as const

/** Groups items, and sets in how many days they must be back (contract 3.15). */
export const category = z.object({
  id: z.int(),
  name: z.string(),
  /** Days until an item must be back, counted as `dayCount` says; null when it does not have to come back. */
  returnDays: z.int().nullable(),
  dayCount: z.enum(dayCounts),
  /** `#RRGGBB` */
  color: z.string().nullable(),
  protocolsCount: z.int(),
})
export type Category = z.infer<typeof category>

/** In days: ten years, longer than any real return. */
const longestReturn = 3650

const daysMissing = 'Dias de retorno deve ser maior que zero'

/** Days of a form field: absent, null and blank mean that items of the category do not have to come back. */
const returnDays = z.codec(
  z.union([z.number(), z.string()], daysMissing).nullish(),
  z
    .int(daysMissing)
    .min(1, daysMissing)
    .max(longestReturn, `Dias de retorno deve ser no máximo ${longestReturn}`)
    .nullable(),
  { decode: wholeDays, encode: (days) => days },
)

function wholeDays(wire: number | string | null | undefined): number | null {
  if (typeof wire !== 'string') return wire ?? null
  const text = cleanLine(wire)
  if (text === '') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : 0 // anything else fails the check for values above zero
}

/** The fields that an Admin fills in (contract 5.5.2). */
export const categoryInput = z.object({
  name: requiredLine('Nome da categoria é obrigatório', 120),
  returnDays,
  dayCount: z.enum(dayCounts, 'Tipo de dias é obrigatório'),
  color: z
    .string('Cor inválida')
    .overwrite(cleanLine)
    .regex(/^(#[0-9a-fA-F]{6})?$/, 'Cor inválida')
    .nullish(),
})
export type CategoryInput = z.infer<typeof categoryInput>

/** A change of a category; days that are left out keep their value. */
export type CategoryEdit = Omit<CategoryInput, 'returnDays'> & { returnDays?: CategoryInput['returnDays'] | undefined }

/** A category that protocols use cannot be deleted (contract 2.12.3). Does not check the viewer's role. */
export const canDeleteCategory = ({ protocolsCount }: Pick<Category, 'protocolsCount'>): Verdict =>
  protocolsCount > 0 ? refused('CATEGORY_IN_USE') : allowed

/** How lists show the days until an item must be back (contract 2.12.3). */
export const returnDaysLabel = (returnDays: number | null | undefined): string =>
  returnDays ? `${returnDays} dias` : 'Não se aplica'
