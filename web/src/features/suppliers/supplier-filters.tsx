import type { SupplierFilter } from '@malote/core/suppliers/supplier-filter.ts'
import { Select } from '@mantine/core'
import { FilterBar } from '../../ui/filter/filter-bar.tsx'
import classes from './suppliers.module.css'

type Status = 'all' | NonNullable<SupplierFilter['status']>

const statuses: { value: Status; label: string }[] = [
  { value: 'all', label: 'Todos' },
  { value: 'active', label: 'Ativos' },
  { value: 'inactive', label: 'Inativos' },
]

interface SupplierFiltersProps {
  search: string
  status: SupplierFilter['status']
  onChange: (change: Pick<SupplierFilter, 'search'> | Pick<SupplierFilter, 'status'>) => void
  onClear: () => void
}

export function SupplierFilters({ search, status, onChange, onClear }: SupplierFiltersProps) {
  return (
    <FilterBar
      search={search}
      label="Buscar fornecedores"
      placeholder="Buscar por CNPJ, código ou razão social..."
      onSearch={(wanted) => onChange({ search: wanted })}
      onClear={onClear}
      before={
        <Select
          className={classes.status}
          aria-label="Status"
          data={statuses}
          value={status ?? 'all'}
          allowDeselect={false}
          onChange={(value) => onChange({ status: value === 'all' ? undefined : (value ?? undefined) })}
        />
      }
    />
  )
}
