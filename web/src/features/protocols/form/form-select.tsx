import { type Control, useController } from 'react-hook-form'
import { SearchableSelect, type SearchableSelectProps } from '../../../ui/fields/searchable-select.tsx'
import type { ProtocolForm } from './protocol-form.ts'
import { useFieldError } from './use-field-error.ts'

type SelectName =
  | 'originDepartmentId'
  | 'destinationDepartmentId'
  | `items.${number}.${'itemTypeId' | 'categoryId' | 'responsibleId'}`

interface FormSelectProps
  extends Pick<SearchableSelectProps, 'label' | 'data' | 'description' | 'required' | 'disabled' | 'loading'> {
  control: Control<ProtocolForm>
  name: SelectName
  /** What is said about a pasted name for which nothing is chosen yet. */
  openName?: string | undefined
  /** Says that the options could not be loaded. */
  failed?: string | false
  /** Called with the previous value when the user selects or clears an option. */
  onPick?: ((before: string | null) => void) | undefined
}

/** A select of the form (contract 5.2.10); it does not open on focus alone. */
export function FormSelect({ control, name, openName, failed = false, onPick, ...props }: FormSelectProps) {
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  return (
    <SearchableSelect
      {...props}
      placeholder="Selecione"
      nothingFoundMessage="Nenhuma opção encontrada"
      canBeEmptied
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...field}
      onChange={(value) => {
        field.onChange(value)
        onPick?.(field.value)
      }}
      error={error ?? (failed || openName)}
    />
  )
}
