import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import type { Category } from './category.ts'

/** Categories that protocols have stay (contract 2.12.3). Whose wish it is, is not asked here. */
export const canDeleteCategory = ({ protocolsCount }: Pick<Category, 'protocolsCount'>): Verdict =>
  protocolsCount > 0 ? refused('CATEGORY_IN_USE') : allowed

/** How lists show the days until an item must be back (contract 2.12.3). */
export const returnDaysLabel = (returnDays: number | null | undefined): string =>
  returnDays ? `${returnDays} dias` : 'Não se aplica'
