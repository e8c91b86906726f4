import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { departmentsQuery } from './departments.api.ts'

interface DepartmentFilterProps {
  value: number | undefined
  onChange: (department: number | undefined) => void
}

/** The filter *Departamento* of a list. */
export function DepartmentFilter({ value, onChange }: DepartmentFilterProps) {
  const { data: departments = [], isError } = useQuery(departmentsQuery)
  return (
    <Select
      label="Departamento"
      data={[
        { value: '', label: 'Todos' },
        ...departments.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
      ]}
      value={String(value ?? '')}
      searchable
      allowDeselect={false}
      nothingFoundMessage="Nenhum departamento encontrado"
      error={isError && 'Erro ao carregar departamentos.'}
      onChange={(department) => onChange(Number(department) || undefined)}
    />
  )
}
