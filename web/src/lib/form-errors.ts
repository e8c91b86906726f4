import { ApiError } from './api-error.ts'

/**
 * Shows the server's field errors under the fields of a form.
 *
 * @param toField translates a path of the wire into the form's own, e.g. core's `ownPath`
 * @returns whether any field got one
 */
export function showFieldErrors(
  error: unknown,
  setError: (field: never, error: { message: string }) => void,
  toField: (wirePath: string) => string = (path) => path,
): boolean {
  if (!(error instanceof ApiError)) return false
  const entries = Object.entries(error.errors)
  for (const [path, message] of entries) setError(toField(path) as never, { message })
  return entries.length > 0
}
