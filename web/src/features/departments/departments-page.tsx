import { canDeleteDepartment } from '@malote/core/departments/department-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { asSettings } from '../../domain/catalogs/as-settings.ts'
import { departmentsQuery } from '../../domain/catalogs/departments.api.ts'
import { RegisterPage } from '../../domain/catalogs/register-page.tsx'
import type { RegisterScreenProps } from '../../domain/catalogs/register-search.ts'
import { registerWords } from '../../domain/catalogs/register-words.ts'
import { counted } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { departmentColumns, peopleAndProtocols } from './department-columns.tsx'

const DepartmentDialogs = lazyPart(() => import('./department-dialogs.tsx'))

const words = registerWords('departamento', 'Departamento', 'o')

export function DepartmentsPage(props: RegisterScreenProps) {
  const list = useQuery({ ...departmentsQuery, ...asSettings })
  const { data } = list
  return (
    <RegisterPage
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
