import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { category, categoryInput } from './category.ts'

const names = { name: 'ctname', dayCount: 'category_parameter' } as const

/** Its identity travels under both names that SPEC 3 gives it, "ctid (or id)". */
export const categoryWire = renamed(category.extend({ sameId: z.int() }), { id: 'ctid', sameId: 'id', ...names })
export const categoryInputWire = renamed(categoryInput, names)
