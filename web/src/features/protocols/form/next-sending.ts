import { type Sending, sendingOf } from '../../../lib/idempotency.ts'
import { type ProtocolForm, valuesOf } from './protocol-form.ts'

/** The next submit of a form, with the key of the last one while the content is the same. */
export const nextSending = (last: Sending, form: ProtocolForm): Sending => sendingOf(last, contentOf(form))

/** Compares files by name, size and modification date. */
const contentOf = (form: ProtocolForm): string =>
  JSON.stringify({
    ...valuesOf(form),
    files: form.items.map(({ files }) => files.map(({ name, size, lastModified }) => ({ name, size, lastModified }))),
  })
