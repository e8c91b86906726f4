import { TextInput } from '@mantine/core'
import { type Control, useController } from 'react-hook-form'
import type { ProtocolForm } from './protocol-form.ts'
import { useFieldError } from './use-field-error.ts'

/** What people call the item, e.g. "pasta da Maria Souza" (contract 17.1). */
export function DescriptionField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const name = `items.${index}.description` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  return <TextInput label="Descrição" {...field} maxLength={200} enterKeyHint="next" error={error} />
}
