import { formatCnpj } from '@malote/core/suppliers/cnpj.ts'
import type { Supplier } from '@malote/core/suppliers/supplier.ts'
import { formatNumber } from '../../lib/format.ts'
import { ActiveBadge } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import classes from './suppliers.module.css'

export const supplierColumns: readonly Column<Supplier>[] = [
  {
    key: 'cnpj',
    header: 'CNPJ',
    width: '164px',
    cell: ({ cnpj }) => <span className={classes.number}>{formatCnpj(cnpj ?? '') || '—'}</span>,
  },
  { key: 'code', header: 'Código/Loja', width: '120px', cell: (row) => codeAndStore(row) || '—' },
  { key: 'name', header: 'Razão social', isRowHeader: true, cell: ({ companyName }) => companyName || '—' },
  { key: 'place', header: 'Localização', width: '20%', cell: (row) => placeOf(row) || '—' },
  { key: 'status', header: 'Status', width: '104px', cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
  {
    key: 'protocols',
    header: 'Protocolos',
    width: '104px',
    align: 'end',
    cell: ({ protocolsCount }) => formatNumber(protocolsCount ?? 0),
  },
]

export const codeAndStore = ({ code, store }: Pick<Supplier, 'code' | 'store'>) =>
  [code, store].filter(Boolean).join('/')

export const placeOf = ({ city, state }: Pick<Supplier, 'city' | 'state'>) => [city, state].filter(Boolean).join(', ')
