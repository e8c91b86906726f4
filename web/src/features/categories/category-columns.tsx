import type { Category } from '@malote/core/categories/category.ts'
import { returnDaysLabel } from '@malote/core/categories/category-rules.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DotLabel } from '../../ui/dot-label.tsx'

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
  { key: 'dayCount', header: 'Tipo de dias', width: '18%', cell: ({ dayCount }) => dayCount || '—' },
  {
    key: 'protocols',
    header: 'Protocolos',
    width: '104px',
    align: 'end',
    cell: ({ protocolsCount }) => formatNumber(protocolsCount ?? 0),
  },
]

export const daysAndProtocols = ({ returnDays, dayCount, protocolsCount }: Category) =>
  [returnDaysLabel(returnDays), dayCount, counted(protocolsCount ?? 0, 'protocolo', 'protocolos')]
    .filter(Boolean)
    .join(' · ')
