import { ownPath } from '@malote/core/shared/renamed.ts'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from './api-error.ts'

/** The server's error messages by form field; fields without an error are absent. */
export const fieldErrors = (error: unknown, wire: z.ZodType) =>
  Object.entries(error instanceof ApiError ? error.errors : {}).map(
    ([path, message]) => [ownPath(wire, path), message] as const,
  )

/** Whether the server found an error in some field. */
export const hasFieldErrors = (error: unknown) => error instanceof ApiError && Object.keys(error.errors).length > 0

/**
 * Shows the server's field errors under the fields of a form and focuses the first of them.
 *
 * @param wire the wire schema of the request body
 * @returns whether any field has an error
 */
export function showFieldErrors<Form extends FieldValues>(
  error: unknown,
  wire: z.ZodType,
  setError: UseFormSetError<Form>,
): boolean {
  const found = fieldErrors(error, wire)
  for (const [index, [field, message]] of found.entries()) {
    setError(field as FieldPath<Form>, { message }, { shouldFocus: index === 0 })
  }
  return found.length > 0
}
