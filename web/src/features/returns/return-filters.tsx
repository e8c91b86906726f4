import type { ReturnDateFilter, ReturnStatusFilter } from '@malote/core/returns/return-row.ts'
import { Select } from '@mantine/core'
import { DepartmentFilter } from '../../domain/catalogs/department-filter.tsx'
import { type ReturnSearch, returnFilterOf } from './return-search.ts'

interface Option<Value extends string> {
  value: Value
  label: string
}

const statusOptions: Option<ReturnStatusFilter>[] = [
  { value: 'all', label: 'Todos' },
  { value: 'Pendente', label: 'Pendente' },
  { value: 'Retornado', label: 'Retornado' },
]

const dateOptions: Option<ReturnDateFilter>[] = [
  { value: 'all', label: 'Todas' },
  { value: 'today', label: 'Hoje' },
  { value: 'overdue', label: 'Atrasados' },
  { value: 'week', label: 'Próximos 7 dias' },
]

const responsibleOptions = [
  { value: '', label: 'Todos' },
  { value: 'me', label: 'Comigo' },
  { value: 'none', label: 'Não atribuído' },
]

interface ReturnFiltersProps {
  search: ReturnSearch
  /** The name of the person in the filter. */
  personName: string
  onChange: (change: ReturnSearch) => void
}

/** The filter panel of the returns, loaded when first opened; each choice applies at once. */
export default function ReturnFilters({ search, personName, onChange }: ReturnFiltersProps) {
  const { status, dateFilter, responsible } = returnFilterOf(search)
  const person = typeof responsible === 'number' ? [{ value: String(responsible), label: personName }] : []
  return (
    <>
      <Select
        label="Status"
        data={statusOptions}
        value={status}
        allowDeselect={false}
        onChange={(value) => onChange({ status: value ?? undefined })}
      />
      <DepartmentFilter value={search.department} onChange={(department) => onChange({ department })} />
      <Select
        label="Data de Retorno"
        data={dateOptions}
        value={dateFilter}
        allowDeselect={false}
        onChange={(value) => onChange({ dateFilter: value ?? undefined })}
      />
      <Select
        label="Responsável"
        data={[...responsibleOptions, ...person]}
        value={String(responsible ?? '')}
        allowDeselect={false}
        onChange={(value) => onChange({ responsible: value === 'me' || value === 'none' ? value : undefined })}
      />
    </>
  )
}
