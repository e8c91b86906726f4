import type { ItemType } from '@malote/core/item-types/item-type.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Column } from '../../ui/table/data-table.tsx'

export const itemTypeColumns: readonly Column<ItemType>[] = [
  { key: 'name', header: 'Nome', isRowHeader: true, width: '28%', cell: ({ name }) => name || '—' },
  { key: 'description', header: 'Descrição', cell: ({ description }) => description || '—' },
  {
    key: 'items',
    header: 'Itens',
    width: '96px',
    align: 'end',
    cell: ({ itemsCount }) => formatNumber(itemsCount ?? 0),
  },
]
