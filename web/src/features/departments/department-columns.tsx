import type { Department } from '@malote/core/departments/department.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import type { Column } from '../../ui/table/data-table.tsx'

export const departmentColumns: readonly Column<Department>[] = [
  { key: 'name', header: 'Nome', isRowHeader: true, width: '28%', cell: ({ name }) => name || '—' },
  { key: 'description', header: 'Descrição', cell: ({ description }) => description || '—' },
  {
    key: 'users',
    header: 'Usuários',
    width: '96px',
    align: 'end',
    cell: ({ usersCount }) => formatNumber(usersCount ?? 0),
  },
  {
    key: 'protocols',
    header: 'Protocolos',
    width: '104px',
    align: 'end',
    cell: ({ protocolsCount }) => formatNumber(protocolsCount ?? 0),
  },
]

export const peopleAndProtocols = ({ usersCount, protocolsCount }: Department) =>
  `${counted(usersCount ?? 0, 'usuário', 'usuários')} · ${counted(protocolsCount ?? 0, 'protocolo', 'protocolos')}`
