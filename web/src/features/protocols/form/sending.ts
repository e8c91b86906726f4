import { type ProtocolForm, valuesOf } from './protocol-form.ts'

/** A form on its way to the server: what is sent, and the name under which a repetition of it is recognised. */
export interface Sending {
  idempotencyKey: string
  /** null while nothing was sent under the key */
  content: string | null
}

/** Unlike `crypto.randomUUID` this also works where the product is reached without TLS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

export const unsent = (): Sending => ({ idempotencyKey: newKey(), content: null })

/**
 * The next sending of a form. What is sent once more without a change keeps its key, so that it is not done a second
 * time when only the answer was lost; whatever has changed gets a key of its own.
 */
export function nextSending(last: Sending, form: ProtocolForm): Sending {
  const content = contentOf(form)
  if (last.content !== null && last.content !== content) return { ...unsent(), content }
  return { ...last, content }
}

/** A browser tells what a file is called, how long it is and when it was changed, and that is what it is known by. */
const contentOf = (form: ProtocolForm): string =>
  JSON.stringify({
    ...valuesOf(form),
    files: form.items.map(({ files }) => files.map(({ name, size, lastModified }) => ({ name, size, lastModified }))),
  })
