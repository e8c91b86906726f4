import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { dueDate } from '@malote/core/shared/due-date.ts'
import { useQuery } from '@tanstack/react-query'
import { holidaysQuery } from '../calendar/calendar.api.ts'
import { categoriesQuery } from '../catalogs/catalogs.api.ts'
import { useToday } from '../organisation/config.ts'

/**
 * The due date of an item of a category that leaves today (contract 5.2.8); null without one, undefined while loading.
 */
export function useDueDate(): (categoryId: string | null) => CivilDate | null | undefined {
  const today = useToday()
  const { data: categories } = useQuery(categoriesQuery)
  const { data: holidays } = useQuery(holidaysQuery(today))
  return (categoryId) => {
    if (!categories || !holidays) return undefined
    const category = categories.find(({ id }) => String(id) === categoryId)
    if (!category?.returnDays) return null
    return dueDate(today, category.returnDays, category.dayCount, holidays)
  }
}
