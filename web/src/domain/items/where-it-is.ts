import type { Item } from '@malote/core/items/item.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { formatDay } from '../../lib/format.ts'

type ForwardedTo = Pick<NonNullable<Item['forwardedTo']>, 'department' | 'since'>

/** 'Diretoria desde 19/11': where an item was passed on to. */
export const whereItIs = ({ department, since }: ForwardedTo, today: CivilDate) =>
  `${department} desde ${formatDay(since, today)}`
