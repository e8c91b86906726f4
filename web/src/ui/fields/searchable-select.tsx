import { searchable } from '@malote/core/shared/typed-text.ts'
import { Combobox } from '@mantine/core'
import { useState } from 'react'
import { useLast } from '../freshness/use-held.ts'
import { type Choice, ComboboxField, type ComboboxFieldProps } from './combobox-field.tsx'
import classes from './fields.module.css'

type OwnProps =
  | 'value'
  | 'onChange'
  | 'typed'
  | 'onType'
  | 'options'
  | 'message'
  | 'isAwaiting'
  | 'rightSection'
  | 'loading'

export interface SearchableSelectProps extends Omit<ComboboxFieldProps, OwnProps> {
  data: readonly Choice[]
  value: string | null
  onChange: (value: string | null) => void
  nothingFoundMessage: string
  /** Shown while the options load; Enter and blur after typing then wait for them. */
  loading?: string | false
}

interface Named {
  id: number
  name?: string | null | undefined
}

/** Records with a name, as options. */
export const optionsOf = (rows: readonly Named[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))

/** Selects from a known list by typing part of a name; accents are ignored, so "oficio" finds "Ofício". */
export function SearchableSelect({ data, value, onChange, nothingFoundMessage, ...props }: SearchableSelectProps) {
  const { loading = false, ...field } = props
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = searchable(typed ?? '')
  const known = data.find((choice) => choice.value === value)
  const last = useLast(known)
  // The selected option keeps its name when the list no longer contains it.
  const chosen = last?.value === value ? last : null
  // What is required is replaced, not cleared.
  const canClear = field.canBeEmptied && !field.required && chosen !== null && !field.disabled
  const chevron = <Combobox.Chevron error={field.error} />
  return (
    <ComboboxField
      {...field}
      placeholder={loading || field.placeholder}
      value={chosen}
      onChange={(choice) => onChange(choice?.value ?? null)}
      typed={typed}
      onType={setTyped}
      options={data.filter(({ label }) => searchable(label).includes(wanted))}
      message={loading || nothingFoundMessage}
      isAwaiting={loading !== false}
      rightSectionWidth={canClear ? 50 : undefined}
      rightSection={
        canClear ? (
          <div className={classes.buttons}>
            <Combobox.ClearButton onClear={() => onChange(null)} />
            {chevron}
          </div>
        ) : (
          chevron
        )
      }
    />
  )
}
