import { Select } from '@mantine/core'
import { DepartmentFilter } from '../../../domain/catalogs/department-filter.tsx'
import { ProtocolStatusFilter } from '../../../domain/protocols/protocol-status-filter.tsx'
import type { ProtocolSearch } from '../../../domain/screens/searches.ts'
import { DateFilter } from '../../../ui/filter/date-filter.tsx'

const orders = [
  { value: '', label: 'Mais recentes' },
  { value: 'due', label: 'Prazo mais próximo' },
]

interface ProtocolFiltersProps {
  search: ProtocolSearch
  onChange: (change: ProtocolSearch) => void
}

/** The filter panel of the list, loaded when first opened; each choice applies at once. */
export default function ProtocolFilters({ search, onChange }: ProtocolFiltersProps) {
  const { startDate, endDate } = search
  const isReversed = startDate !== undefined && endDate !== undefined && endDate < startDate
  return (
    <>
      <ProtocolStatusFilter value={search.status} onChange={(status) => onChange({ status })} />
      <DepartmentFilter value={search.department} onChange={(department) => onChange({ department })} />
      <DateFilter label="Data inicial" value={startDate} onChange={(day) => onChange({ startDate: day })} />
      <DateFilter
        label="Data final"
        value={endDate}
        error={isReversed && 'A data final é anterior à data inicial'}
        onChange={(day) => onChange({ endDate: day })}
      />
      <Select
        label="Ordenar por"
        data={orders}
        value={search.sort ?? ''}
        allowDeselect={false}
        onChange={(value) => onChange({ sort: value === 'due' ? value : undefined })}
      />
    </>
  )
}
