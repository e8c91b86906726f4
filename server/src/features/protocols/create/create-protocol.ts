import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { isOutcomeUnknown } from '../../../platform/db/failures.ts'
import type { Form } from '../../../platform/files/receive-form.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { contentDigest } from '../idempotency/content-digest.ts'
import { findCreatedWith } from '../idempotency/idempotency.queries.ts'
import { type NewProtocolForm, readNewProtocol, validateNewProtocol } from './validate-new-protocol.ts'
import { type CreationContext, writeProtocol } from './write-protocol.ts'

/**
 * *Novo protocolo*: creates a protocol from the form.
 *
 * @throws AppError IDEMPOTENCY_KEY_REUSED, ONLY_OWN_DEPARTMENT_SENDS, INVALID_INPUT
 */
export async function createProtocol(
  db: Db,
  viewer: Actor,
  form: Form,
  { key, ...context }: CreationContext,
): Promise<ProtocolRow> {
  const sent = readNewProtocol(form)
  const digest = key === undefined ? undefined : digestOf(sent)
  const today = civilDateIn(context.now, context.timeZone)
  const claim = key !== undefined && digest ? { key, digest } : undefined
  try {
    const validated = await validateNewProtocol(db, viewer, sent, today)
    return await writeProtocol(db, viewer, validated, { files: form.files, claim }, context)
  } catch (error) {
    if (key === undefined) throw error
    if (isOutcomeUnknown(error)) throw safeToRepeat(error)
    // A retry gets the first result, whatever has changed since. Checked only after a refusal.
    const first = await findCreatedWith(db, viewer, key, digest, today)
    if (first) return first
    throw error
  }
}

/** undefined for a form with invalid fields: no protocol was ever created from it */
const digestOf = ({ decoded, files, fieldErrors }: NewProtocolForm) =>
  decoded.value && Object.keys(fieldErrors).length === 0 ? contentDigest(decoded.value, files) : undefined

/** A retry under the same key does not create a second protocol, so that the user can simply send again. */
export function safeToRepeat({ cause }: AppError): AppError {
  const message = 'A conexão caiu antes da confirmação. Envie de novo: o protocolo não será criado duas vezes.'
  return new AppError('OUTCOME_UNKNOWN', { message, cause })
}
