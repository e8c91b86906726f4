import { TextInput } from '@mantine/core'
import { useTyped } from '../../../ui/use-typed.ts'
import { DepartmentFilter } from '../../departments/department-filter.tsx'
import { ProtocolStatusFilter } from '../protocol-status-filter.tsx'
import type { ProtocolSearch } from './protocol-search.ts'

interface ProtocolFiltersProps {
  search: ProtocolSearch
  onChange: (change: ProtocolSearch) => void
}

/** The panel of the list, loaded when it first opens: each choice takes effect at once. */
export default function ProtocolFilters({ search, onChange }: ProtocolFiltersProps) {
  const { startDate, endDate } = search
  const isReversed = startDate !== undefined && endDate !== undefined && endDate < startDate
  return (
    <>
      <ProtocolStatusFilter value={search.status} onChange={(status) => onChange({ status })} />
      <DepartmentFilter value={search.department} onChange={(department) => onChange({ department })} />
      <DayInput label="Data inicial" value={startDate} onChange={(startDate) => onChange({ startDate })} />
      <DayInput
        label="Data final"
        value={endDate}
        error={isReversed && 'A data final é anterior à data inicial'}
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
  const [typed, type] = useTyped(value)
  const change = (text: string) => {
    type(text)
    // While a year is typed, its first digits make a day of long ago.
    if (text !== value && !text.startsWith('0')) onChange(text || undefined)
  }
  return (
    <TextInput
      type="date"
      label={label}
      max="9999-12-31"
      value={typed}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
