import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { ProtocolForm } from './protocol-form.ts'
import { useFieldError } from './use-field-error.ts'

interface DocumentNumberFieldProps {
  control: Control<ProtocolForm>
  index: number
  /** The document number of an existing item cannot change. */
  isFixed: boolean
  /** Below the field: what speaks against the number without refusing it. */
  warning?: ReactNode
}

export function DocumentNumberField({ control, index, isFixed, warning }: DocumentNumberFieldProps) {
  const name = `items.${index}.documentNumber` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  return (
    <TextInput
      label="Nº do documento"
      {...field}
      readOnly={isFixed}
      maxLength={100}
      enterKeyHint="next"
      description={warning}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
    />
  )
}
