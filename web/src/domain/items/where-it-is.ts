import type { Item } from '@malote/core/items/item.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { formatDay } from '../../lib/format.ts'

type ForwardedTo = Pick<NonNullable<Item['forwardedTo']>, 'department' | 'since'>

/**
 * 'Diretoria, encaminhado em 19/11': where an item was sent last, and when it was passed on from here. The two may be
 * several hops apart.
 */
export const whereItIs = ({ department, since }: ForwardedTo, today: CivilDate) =>
  `${department}, encaminhado em ${formatDay(since, today)}`
