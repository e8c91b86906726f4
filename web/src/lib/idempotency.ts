/** A submit of a form, with its `Idempotency-Key`, by which the server recognises a repeated request. */
export interface Sending {
  idempotencyKey: string
  /** null while nothing was sent with this key */
  content: string | null
}

/** Unlike `crypto.randomUUID`, this also works without TLS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

export const unsent = (): Sending => ({ idempotencyKey: newKey(), content: null })

/**
 * The next submit. Unchanged content keeps its key, so that a retry after a lost response is not executed twice;
 * changed content gets a new key.
 */
export const sendingOf = (last: Sending, content: string): Sending =>
  last.content !== null && last.content !== content ? { ...unsent(), content } : { ...last, content }
