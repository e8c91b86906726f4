import { Combobox } from '@mantine/core'
import { useState } from 'react'
import { plain } from '../lib/plain-text.ts'
import classes from './combobox-field.module.css'
import { type Choice, ComboboxField, type ComboboxFieldProps } from './combobox-field.tsx'
import { useLast } from './use-last.ts'

type FieldProps = 'value' | 'onChange' | 'typed' | 'onType' | 'options' | 'message' | 'isAwaiting' | 'rightSection'

export interface SearchableSelectProps extends Omit<ComboboxFieldProps, FieldProps> {
  data: readonly Choice[]
  value: string | null
  onChange: (value: string | null) => void
  nothingFoundMessage: string
}

interface Named {
  id: number
  name?: string | null | undefined
}

/** Records with a name, as options. */
export const optionsOf = (rows: readonly Named[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))

/** Selects from a known list by typing part of a name; accents are ignored, so "oficio" finds "Ofício". */
export function SearchableSelect({ data, value, onChange, nothingFoundMessage, ...field }: SearchableSelectProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = plain((typed ?? '').trim())
  const known = data.find((choice) => choice.value === value)
  const last = useLast(known)
  // The selected option keeps its name when the list no longer contains it.
  const chosen = last?.value === value ? last : null
  const canClear = field.canBeEmptied && chosen !== null && !field.disabled
  const chevron = <Combobox.Chevron error={field.error} />
  return (
    <ComboboxField
      {...field}
      value={chosen}
      onChange={(choice) => onChange(choice?.value ?? null)}
      typed={typed}
      onType={setTyped}
      options={data.filter(({ label }) => plain(label).includes(wanted))}
      message={nothingFoundMessage}
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
