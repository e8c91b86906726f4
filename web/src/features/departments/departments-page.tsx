import { canDeleteDepartment } from '@malote/core/departments/department-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { asSettings } from '../../domain/registers/as-settings.ts'
import { RegisterPage } from '../../domain/registers/register-page.tsx'
import type { RegisterScreenProps } from '../../domain/registers/register-search.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { counted } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { departmentColumns, peopleAndProtocols } from './department-columns.tsx'
import { departmentWords } from './department-words.ts'
import { departmentsQuery } from './public/departments.api.ts'

const DepartmentDialogs = lazyPart(() => import('./department-dialogs.tsx'))

export function DepartmentsPage(props: RegisterScreenProps) {
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...departmentsQuery, ...asSettings })
  return (
    <RegisterPage
      {...props}
      title="Departamentos"
      words={departmentWords}
      count={data && counted(data.length, 'departamento', 'departamentos')}
      columns={departmentColumns}
      rows={data}
      nameOf={({ name }) => name}
      details={(row) => (
        <>
          {row.description && <p>{row.description}</p>}
          <p>{peopleAndProtocols(row)}</p>
        </>
      )}
      canDelete={canDeleteDepartment}
      error={error && errorMessage(error, 'Erro ao carregar departamentos.')}
      onRetry={refetch}
      updatedAt={dataUpdatedAt}
      empty={
        <EmptyState title="Nenhum departamento encontrado.">
          Os setores que enviam e recebem protocolos aparecem aqui.
        </EmptyState>
      }
      Dialogs={DepartmentDialogs}
    />
  )
}
