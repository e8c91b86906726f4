import type { FieldErrors } from '@malote/core/shared/errors.ts'
import type { ReceivedFile } from '../../../files/receive-file.ts'

/** A multipart form sends its list of items as JSON text. Invalid JSON stays text, which the schema then rejects. */
export function withListOfItems(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || !('items' in fields)) return fields
  return typeof fields.items === 'string' ? { ...fields, items: parsed(fields.items) } : fields
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Errors for files whose index matches no item. */
export const misplacedFiles = (files: readonly ReceivedFile[], itemCount: number): FieldErrors =>
  Object.fromEntries(
    files
      .filter(({ index }) => index >= itemCount)
      .map(({ field }) => [field, 'Este anexo não pertence a nenhum item da lista']),
  )
