import { type ProtocolForm, valuesOf } from './protocol-form.ts'

/** A submit of a form, with the key by which the server recognises a repeated request. */
export interface Sending {
  idempotencyKey: string
  /** null while nothing was sent with this key */
  content: string | null
}

/** Unlike `crypto.randomUUID`, this also works without TLS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

export const unsent = (): Sending => ({ idempotencyKey: newKey(), content: null })

/**
 * The next submit of a form. Unchanged content keeps its key, so that a retry after a lost response is not executed
 * twice; changed content gets a new key.
 */
export function nextSending(last: Sending, form: ProtocolForm): Sending {
  const content = contentOf(form)
  if (last.content !== null && last.content !== content) return { ...unsent(), content }
  return { ...last, content }
}

/** Compares files by name, size and modification date. */
const contentOf = (form: ProtocolForm): string =>
  JSON.stringify({
    ...valuesOf(form),
    files: form.items.map(({ files }) => files.map(({ name, size, lastModified }) => ({ name, size, lastModified }))),
  })
