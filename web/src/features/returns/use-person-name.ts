import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { useQuery } from '@tanstack/react-query'
import { departmentUsersQuery } from '../../domain/catalogs/departments.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import type { ReturnSearch } from './return-search.ts'

/** The name of the person in the filter, from the rows or from the viewer's colleagues. */
export function usePersonName(responsible: ReturnSearch['responsible'], rows: readonly ReturnRow[]): string {
  const id = typeof responsible === 'number' ? responsible : null
  const inRows = rows.find(({ responsibleId }) => responsibleId === id)?.responsible
  const { departmentId } = useViewer()
  const { data: colleagues = [] } = useQuery(departmentUsersQuery(id !== null && !inRows ? departmentId : null))
  return inRows || colleagues.find((colleague) => colleague.id === id)?.name || 'outra pessoa'
}
