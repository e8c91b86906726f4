import { type ProtocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { departmentsQuery } from '../../departments/departments.api.ts'
import type { ProtocolSearch } from './protocol-search.ts'

const all = 'Todos'
const statusOptions = [all, ...protocolStatuses]

interface ProtocolFiltersProps {
  search: ProtocolSearch
  onChange: (change: ProtocolSearch) => void
}

/** The panel of the list, loaded when it first opens: each choice takes effect at once. */
export default function ProtocolFilters({ search, onChange }: ProtocolFiltersProps) {
  const { data: departments = [], isError } = useQuery(departmentsQuery)
  return (
    <>
      <Select
        label="Status"
        data={statusOptions}
        value={search.status ?? all}
        allowDeselect={false}
        onChange={(status) => onChange({ status: status === all ? undefined : (status as ProtocolStatus) })}
      />
      <Select
        label="Departamento"
        data={[
          { value: '', label: all },
          ...departments.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
        ]}
        value={String(search.department ?? '')}
        searchable
        allowDeselect={false}
        nothingFoundMessage="Nenhum departamento encontrado"
        error={isError && 'Erro ao carregar departamentos.'}
        onChange={(department) => onChange({ department: Number(department) || undefined })}
      />
      <DayInput label="Data inicial" value={search.startDate} onChange={(startDate) => onChange({ startDate })} />
      <DayInput label="Data final" value={search.endDate} onChange={(endDate) => onChange({ endDate })} />
    </>
  )
}

interface DayInputProps {
  label: string
  /** Civil date, `yyyy-MM-dd`. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

function DayInput({ label, value = '', onChange }: DayInputProps) {
  const [draft, setDraft] = useState({ value, text: value })
  if (draft.value !== value) setDraft({ value, text: value })
  const type = (text: string) => {
    setDraft({ value, text })
    // While a year is typed, its first digits make a day of long ago.
    if (text !== value && !text.startsWith('0')) onChange(text || undefined)
  }
  return (
    <TextInput
      type="date"
      label={label}
      max="9999-12-31"
      value={draft.text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
