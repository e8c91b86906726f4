import type { FieldErrors } from '@malote/core/shared/errors.ts'
import type { ReceivedFile } from '../../../platform/files/receive-file.ts'

/** The fields of a form that are lists. */
const lists = ['items', 'destination_department_ids']

/** A multipart form sends its lists as JSON text. Invalid JSON stays text, which the schema then rejects. */
export function withLists(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields
  const texts = Object.entries(fields).filter(([name, value]) => lists.includes(name) && typeof value === 'string')
  return { ...fields, ...Object.fromEntries(texts.map(([name, text]) => [name, parsed(text)])) }
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
