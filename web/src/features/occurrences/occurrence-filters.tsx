import {
  kindWords,
  type OccurrenceFilter,
  occurrenceKinds,
  occurrenceStatus,
} from '@malote/core/occurrences/occurrence.ts'
import { Select } from '@mantine/core'
import { DepartmentFilter } from '../../domain/catalogs/department-filter.tsx'
import { type OccurrenceSearch, occurrenceFilterOf } from '../../domain/screens/searches.ts'
import { useViewer } from '../../domain/session/session.tsx'

const statusOptions: { value: OccurrenceFilter['status']; label: string }[] = [
  { value: occurrenceStatus.open, label: 'Abertas' },
  { value: occurrenceStatus.resolved, label: 'Resolvidas' },
  { value: 'all', label: 'Todas' },
]

const kindOptions = [
  { value: '', label: 'Todos' },
  ...occurrenceKinds.map((value) => ({ value: value as string, label: kindWords[value] })),
]

const sideOptions: { value: NonNullable<OccurrenceFilter['side']> | ''; label: string }[] = [
  { value: '', label: 'Todos' },
  { value: 'origin', label: 'Que enviamos' },
  { value: 'destination', label: 'Que recebemos' },
]

interface OccurrenceFiltersProps {
  search: OccurrenceSearch
  onChange: (change: OccurrenceSearch) => void
}

/** The filter panel of the occurrences; each choice applies at once. */
export default function OccurrenceFilters({ search, onChange }: OccurrenceFiltersProps) {
  const { departmentId } = useViewer()
  const { status, kind = '', side = '' } = occurrenceFilterOf(search)
  return (
    <>
      <Select
        label="Situação"
        data={statusOptions}
        value={status}
        allowDeselect={false}
        onChange={(value) => onChange({ status: value ?? undefined })}
      />
      <Select
        label="Tipo"
        data={kindOptions}
        value={kind}
        allowDeselect={false}
        onChange={(value) => onChange({ kind: occurrenceKinds.find((one) => one === value) })}
      />
      <DepartmentFilter value={search.department} onChange={(department) => onChange({ department })} />
      {departmentId !== null && (
        <Select
          label="Itens"
          data={sideOptions}
          value={side}
          allowDeselect={false}
          onChange={(value) => onChange({ side: value || undefined })}
        />
      )}
    </>
  )
}
