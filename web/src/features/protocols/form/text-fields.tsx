import { conflictWithCategories } from '@malote/core/protocols/return-requirement.ts'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import {
  type Control,
  Controller,
  type FieldPath,
  type UseFormGetValues,
  useController,
  useWatch,
} from 'react-hook-form'
import { categoriesQuery } from '../../../domain/catalogs/catalogs.api.ts'
import { notifyError } from '../../../ui/toasts.ts'
import { enterGoesOn } from './enter-key.ts'
import type { ProtocolForm } from './protocol-form.ts'

/** What people call the item, e.g. "pasta da Maria Souza" (contract 17.1). */
export function DescriptionField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const name = `items.${index}.description` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  return <TextInput label="Descrição" {...field} maxLength={200} enterKeyHint="next" error={error} />
}

interface DocumentNumberFieldProps {
  control: Control<ProtocolForm>
  index: number
  /** Below the field: what speaks against the number without refusing it. */
  warning?: ReactNode
}

export function DocumentNumberField({ control, index, warning }: DocumentNumberFieldProps) {
  const name = `items.${index}.documentNumber` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  return (
    <TextInput
      label="Nº do documento"
      {...field}
      maxLength={100}
      enterKeyHint="next"
      description={warning}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
    />
  )
}

/** The reason for sending the item; required if it must come back. */
export function ReasonField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const name = `items.${index}.reason` as const
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  return (
    <Textarea
      label={requiresReturn ? 'Motivo da Devolução' : 'Motivo'}
      // The contract includes the asterisk in the label: 'Motivo da Devolução *'.
      withAsterisk={requiresReturn}
      aria-required={requiresReturn}
      className="mt-12"
      rows={2}
      maxLength={2000}
      {...enterGoesOn}
      {...field}
      error={error}
    />
  )
}

export function RemarksField({ control }: { control: Control<ProtocolForm> }) {
  return (
    <Controller
      control={control}
      name="remarks"
      render={({ field, fieldState }) => (
        <Textarea label="Observações" required maxLength={5000} {...field} error={fieldState.error?.message} />
      )}
    />
  )
}

interface ReturnCheckboxProps {
  control: Control<ProtocolForm>
  getValues: UseFormGetValues<ProtocolForm>
}

/**
 * The checkbox and the items' categories restrict each other; a change that does not fit is refused with a reason
 * (contract 5.2.4, 5.2.5).
 */
export function ReturnCheckbox({ control, getValues }: ReturnCheckboxProps) {
  const { field, fieldState } = useController({ control, name: 'requiresReturn' })
  const { data: categories = [] } = useQuery(categoriesQuery)

  const change = (isTicked: boolean) => {
    const items = getValues('items')
    const chosen = categories.filter(({ id }) => items.some(({ categoryId }) => categoryId === String(id)))
    const conflict = conflictWithCategories(isTicked, chosen)
    if (conflict) return notifyError(conflict)
    field.onChange(isTicked)
  }
  return (
    <Checkbox
      label="Este protocolo requer devolução de itens"
      ref={field.ref}
      checked={field.value}
      onBlur={field.onBlur}
      onChange={(event) => change(event.currentTarget.checked)}
      error={fieldState.error?.message}
    />
  )
}

type Name = FieldPath<ProtocolForm>

/**
 * The error message of one field. React Hook Form notifies every field of every change in the errors and in the list of
 * items, which takes half a second with a hundred items, so each field subscribes to its own error only.
 */
export const useFieldError = (control: Control<ProtocolForm>, name: Name): string | undefined =>
  useErrorState(control, name, () => control.getFieldState(name).error?.message)

/** Whether a field, or any field below it, has an error. */
export const useHasError = (control: Control<ProtocolForm>, name: Name): boolean =>
  useErrorState(control, name, () => control.getFieldState(name).invalid)

function useErrorState<State>(control: Control<ProtocolForm>, name: Name, read: () => State): State {
  const subscribe = useCallback(
    (notify: () => void) => control._subscribe({ name, formState: { errors: true }, callback: notify }),
    [control, name],
  )
  return useSyncExternalStore(subscribe, read)
}
