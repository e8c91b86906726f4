import { isCivilDate } from '@malote/core/shared/civil-date.ts'
import { DateField } from '../fields/date-field.tsx'

interface DateFilterProps {
  label: string
  /** Civil date; undefined for none. */
  value: string | undefined
  error?: string | false
  onChange: (value: string | undefined) => void
}

/** A day in a list's filters. An invalid date stays in its field, which shows an error, and does not change the filter. */
export const DateFilter = ({ label, value, error, onChange }: DateFilterProps) => (
  <DateField
    label={label}
    value={value ?? ''}
    error={error}
    onChange={(text) => (text === '' || isCivilDate(text)) && onChange(text || undefined)}
  />
)
