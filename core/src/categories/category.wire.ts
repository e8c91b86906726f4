import { z } from 'zod'
import { readWire, renamed } from '../shared/renamed.ts'
import { type Category, category, categoryInput } from './category.ts'

const names = { name: 'ctname', dayCount: 'category_parameter' } as const

/** The id is sent under both names that contract 3.15 gives it. */
export const categoryWire = renamed(category.extend({ sameId: z.int() }), { id: 'ctid', sameId: 'id', ...names })
export const categoryInputWire = renamed(categoryInput, names)

/** The field values that the user saw when the edit began; optional, used to detect conflicts (contract 12.26). */
export const categorySeenWire = renamed(
  category.pick({ name: true, returnDays: true, dayCount: true, color: true }).partial(),
  names,
)
/** A `return_days` that is absent keeps its value; null or blank means that items do not have to come back. */
export const categoryEditWire = renamed(
  categoryInput.extend({ returnDays: categoryInput.shape.returnDays.optional(), current: categorySeenWire.optional() }),
  names,
)

/** Reads the response of `GET /api/categories`; a list may also use only `id`, and `category_name` (contract 3.15). */
export const readCategories = (answer: unknown): Category[] => readWire(z.array(categoryWire), known(answer))

const known = (answer: unknown) =>
  Array.isArray(answer)
    ? answer.map((one) => ({ ...one, ctid: one?.ctid ?? one?.id, ctname: one?.ctname ?? one?.category_name }))
    : answer
