import { useCallback, useSyncExternalStore } from 'react'
import type { Control, FieldPath } from 'react-hook-form'
import type { ProtocolForm } from './protocol-form.ts'

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
