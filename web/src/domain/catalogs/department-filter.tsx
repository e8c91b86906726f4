import { useQuery } from '@tanstack/react-query'
import { optionsOf, SearchableSelect } from '../../ui/fields/searchable-select.tsx'
import { departmentsQuery } from './catalogs.api.ts'

interface DepartmentFilterProps {
  value: number | undefined
  onChange: (department: number | undefined) => void
}

/** The *Departamento* filter of a list. */
export function DepartmentFilter({ value, onChange }: DepartmentFilterProps) {
  const { data: departments = [], isPending, isError } = useQuery(departmentsQuery)
  return (
    <SearchableSelect
      label="Departamento"
      opensOnFocus
      data={[{ value: '', label: 'Todos' }, ...optionsOf(departments)]}
      loading={isPending && 'Carregando...'}
      value={String(value ?? '')}
      nothingFoundMessage="Nenhum departamento encontrado"
      error={isError && 'Erro ao carregar departamentos.'}
      onChange={(department) => onChange(Number(department) || undefined)}
    />
  )
}
