import { canDeleteDepartment, type Department } from '@malote/core/departments/department.ts'
import { useQuery } from '@tanstack/react-query'
import { CatalogPage } from '../../domain/catalogs/catalog-page.tsx'
import { catalogWords } from '../../domain/catalogs/catalog-words.ts'
import { asSettings, departmentsQuery } from '../../domain/catalogs/catalogs.api.ts'
import type { CatalogScreenProps } from '../../domain/screens/searches.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/data-table.tsx'

const DepartmentDialogs = lazyPart(() => import('./department-dialogs.tsx'))

const words = catalogWords('departamento', 'Departamento', 'o')

export default function DepartmentsPage(props: CatalogScreenProps) {
  const list = useQuery({ ...departmentsQuery, ...asSettings })
  const { data } = list
  return (
    <CatalogPage
      {...props}
      title="Departamentos"
      words={words}
      count={data && counted(data.length, 'departamento', 'departamentos')}
      columns={departmentColumns}
      list={list}
      loadFailed="Erro ao carregar departamentos."
      rows={data}
      nameOf={({ name }) => name}
      details={(row) => (
        <>
          {row.description && <p>{row.description}</p>}
          <p>{peopleAndProtocols(row)}</p>
        </>
      )}
      canDelete={canDeleteDepartment}
      empty={
        <EmptyState title="Nenhum departamento encontrado.">
          Os setores que enviam e recebem protocolos aparecem aqui.
        </EmptyState>
      }
      Dialogs={DepartmentDialogs}
    />
  )
}

const departmentColumns: readonly Column<Department>[] = [
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

const peopleAndProtocols = ({ usersCount, protocolsCount }: Department) =>
  `${counted(usersCount ?? 0, 'usuário', 'usuários')} · ${counted(protocolsCount ?? 0, 'protocolo', 'protocolos')}`
