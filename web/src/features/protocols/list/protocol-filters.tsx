import { type ProtocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DepartmentFilter } from '../../departments/department-filter.tsx'
import type { ProtocolSearch } from './protocol-search.ts'

const all = 'Todos'
const statusOptions = [all, ...protocolStatuses]

interface ProtocolFiltersProps {
  search: ProtocolSearch
  onChange: (change: ProtocolSearch) => void
}

/** The panel of the list, loaded when it first opens: each choice takes effect at once. */
export default function ProtocolFilters({ search, onChange }: ProtocolFiltersProps) {
  const { startDate, endDate } = search
  const excludeEachOther = startDate !== undefined && endDate !== undefined && endDate < startDate
  return (
    <>
      <Select
        label="Status"
        data={statusOptions}
        value={search.status ?? all}
        allowDeselect={false}
        onChange={(status) => onChange({ status: status === all ? undefined : (status as ProtocolStatus) })}
      />
      <DepartmentFilter value={search.department} onChange={(department) => onChange({ department })} />
      <DayInput label="Data inicial" value={startDate} onChange={(startDate) => onChange({ startDate })} />
      <DayInput
        label="Data final"
        value={endDate}
        error={excludeEachOther && 'A data final é anterior à data inicial'}
        onChange={(endDate) => onChange({ endDate })}
      />
    </>
  )
}

interface DayInputProps {
  label: string
  /** Civil date, `yyyy-MM-dd`. */
  value: string | undefined
  error?: string | false
  onChange: (day: string | undefined) => void
}

function DayInput({ label, value = '', error = false, onChange }: DayInputProps) {
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
      error={error}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
