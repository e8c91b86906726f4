import { useCallback, useSyncExternalStore } from 'react'
import type { Control, FieldPath } from 'react-hook-form'
import type { ProtocolForm } from './protocol-form.ts'

type Name = FieldPath<ProtocolForm>

/**
 * The sentence under one field. The form library tells every field about every change of the errors and of the list of
 * items; with a hundred items that is half a second, so a field listens for its own sentence alone.
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
