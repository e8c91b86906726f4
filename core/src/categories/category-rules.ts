import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import type { Category } from './category.ts'

/** A category that protocols use cannot be deleted (contract 2.12.3). Does not check the viewer's role. */
export const canDeleteCategory = ({ protocolsCount }: Pick<Category, 'protocolsCount'>): Verdict =>
  protocolsCount > 0 ? refused('CATEGORY_IN_USE') : allowed

/** How lists show the days until an item must be back (contract 2.12.3). */
export const returnDaysLabel = (returnDays: number | null | undefined): string =>
  returnDays ? `${returnDays} dias` : 'Não se aplica'
