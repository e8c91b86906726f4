import type { Category } from '@malote/core/categories/category.ts'
import { returnDaysLabel } from '@malote/core/categories/category-rules.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import { DotLabel } from '../../ui/dot-label.tsx'
import type { Column } from '../../ui/table/data-table.tsx'

export const categoryColumns: readonly Column<Category>[] = [
  {
    key: 'name',
    header: 'Nome',
    isRowHeader: true,
    cell: ({ name, color }) => <DotLabel color={color}>{name || '—'}</DotLabel>,
  },
  {
    key: 'returnDays',
    header: 'Dias de retorno',
    width: '18%',
    cell: ({ returnDays }) => returnDaysLabel(returnDays),
  },
  { key: 'dayCount', header: 'Tipo de dias', width: '18%', cell: (category) => kindOf(category) || '—' },
  {
    key: 'protocols',
    header: 'Protocolos',
    width: '104px',
    align: 'end',
    cell: ({ protocolsCount }) => formatNumber(protocolsCount ?? 0),
  },
]

/** Without a number of days, the way of counting is irrelevant. */
const kindOf = ({ returnDays, dayCount }: Category) => returnDays && dayCount

export const daysAndProtocols = (category: Category) =>
  [
    returnDaysLabel(category.returnDays),
    kindOf(category),
    counted(category.protocolsCount ?? 0, 'protocolo', 'protocolos'),
  ]
    .filter(Boolean)
    .join(' · ')
