import { AppError, type FieldErrors } from '@malote/core/shared/errors.ts'
import { z } from 'zod'

/** The decoded body, or the first error message for each wrong field, by wire path (`items.0.reason`). */
export type Decoded<Value> = { value: Value; fieldErrors?: never } | { value?: never; fieldErrors: FieldErrors }

/** @throws AppError MALFORMED_BODY when the body is not an object */
export function decodeBody<Schema extends z.ZodType>(schema: Schema, body: unknown): Decoded<z.output<Schema>> {
  const decoded = z.safeDecode(schema, body as z.input<Schema>)
  if (decoded.success) return { value: decoded.data }
  const fieldErrors: FieldErrors = {}
  for (const issue of decoded.error.issues) {
    if (issue.path.length === 0) throw new AppError('MALFORMED_BODY')
    fieldErrors[issue.path.join('.')] ??= issue.message
  }
  return { fieldErrors }
}
