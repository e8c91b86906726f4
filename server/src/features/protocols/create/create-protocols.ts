import type { ProtocolRow, SentProtocols } from '@malote/core/protocols/protocol.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { AppError, errors, invalidFields } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type KeptFile, removeKept, withKeptFiles } from '../../../domain/attachments/attachments.repo.ts'
import {
  type Claim,
  claimKey,
  findCreatedWith,
  findDoneWith,
  findPartsDoneWith,
  KeyTaken,
  partKey,
} from '../../../domain/idempotency/idempotency.repo.ts'
import { contentDigest, digestOf } from '../../../domain/idempotency/idempotency-key.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { isOutcomeUnknown } from '../../../platform/db/failures.ts'
import { anyOf } from '../../../platform/db/statements.ts'
import type { Form } from '../../../platform/files/receive-form.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { type FailureLog, refusalOf } from '../../../platform/http/errors.ts'
import {
  type NewProtocolForm,
  readNewProtocol,
  readSeveral,
  type ValidatedProtocols,
  validateNewProtocol,
  validateSeveral,
} from './validate-new-protocols.ts'
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
  const digest = key === undefined ? undefined : formDigest(sent)
  const today = civilDateIn(context.now, context.timeZone)
  const claim = key !== undefined && digest ? { key, digest } : undefined
  try {
    const validated = await validateNewProtocol(db, viewer, sent, today)
    return await withKeptFiles(db, context.storage, form.files, context.now, (files) =>
      writeProtocol(db, viewer, validated, { files, claim }, context),
    )
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
const formDigest = ({ decoded, files, fieldErrors }: NewProtocolForm) =>
  decoded.value && Object.keys(fieldErrors).length === 0 ? contentDigest(decoded.value, files) : undefined

/** A retry under the same key does not create a second protocol, so that the user can simply send again. */
function safeToRepeat({ cause }: AppError): AppError {
  const message = 'A conexão caiu antes da confirmação. Envie de novo: o protocolo não será criado duas vezes.'
  return new AppError('OUTCOME_UNKNOWN', { message, cause })
}

/**
 * One form for several destinations: one protocol and one transaction each (contract 17.4). A destination that fails
 * does not affect the others. The files are stored once; the protocols share them.
 *
 * A retry under the same key creates only what the first attempt did not: each destination claims a key of its own, and
 * the first one that is created also claims the key itself, for the content of the whole form.
 *
 * @throws AppError IDEMPOTENCY_KEY_REUSED, ONLY_OWN_DEPARTMENT_SENDS, INVALID_INPUT; the reason when nothing was created
 */
export async function createProtocols(
  db: Db,
  viewer: Actor,
  form: Form,
  { key, log, ...context }: CreationContext & { log: FailureLog },
): Promise<SentProtocols> {
  const sent = readSeveral(form)
  const { value } = sent.decoded
  const claim = key !== undefined && value ? { key, digest: contentDigest(value, form.files) } : undefined
  // Throws when the key was used for other content.
  if (key !== undefined) await findDoneWith(db, viewer, key, claim?.digest)
  const destinations = value?.destinationDepartmentIds ?? []
  const created = new Map(claim ? await findPartsDoneWith(db, viewer, claim, destinations) : [])
  const missing = destinations.filter((id) => !created.has(id))
  const refusals = new Map<number, AppError>()
  if (created.size === 0 || missing.length > 0) {
    const validated = await validateSeveral(db, viewer, sent).catch((error) => {
      if (created.size === 0) throw error
      // The form was valid at the first attempt, and what that created remains.
      for (const id of missing) refusals.set(id, refusalOf(error, log))
    })
    // The files of all attempts are one upload: what removes one of them finds the others by that.
    const filesSentAt = (await firstSentAt(db, [...created.values()])) ?? context.now
    await withKeptFiles(db, context.storage, validated ? form.files : [], context.now, async (files) => {
      let areUsed = false
      for (const id of validated ? missing : []) {
        try {
          if (!validated?.references.departments.has(id)) throw unknownDestination()
          const one = await createOne(db, viewer, validated, id, { files, filesSentAt }, claim, context)
          created.set(id, one.id)
          areUsed ||= one.isNew
        } catch (error) {
          areUsed ||= isOutcomeUnknown(error)
          refusals.set(id, refusalOf(claim && isOutcomeUnknown(error) ? safeToRepeat(error) : error, log))
        }
      }
      if (!areUsed) await removeKept(context.storage, files)
    })
  }
  const [first] = refusals.values()
  if (created.size === 0 && first) throw first
  return {
    protocolIds: destinations.flatMap((id) => created.get(id) ?? []),
    errors: [...refusals].map(([id, { message }]) => ({ destinationDepartmentId: id, message })),
  }
}

async function firstSentAt(db: Db, protocolIds: readonly number[]): Promise<Date | undefined> {
  if (protocolIds.length === 0) return undefined
  const first = await db
    .selectFrom('protocols')
    .select((eb) => eb.fn.min('createdAt').as('at'))
    .where('id', '=', anyOf(protocolIds))
    .executeTakeFirst()
  return first?.at ? new Date(first.at) : undefined
}

const unknownDestination = () => invalidFields({ destination_department_ids: errors.DEPARTMENT_NOT_FOUND.message })

/** @returns the id of the protocol; `isNew` is false when a concurrent request with the same key has created it */
async function createOne(
  db: Db,
  viewer: Actor,
  { contents, references }: ValidatedProtocols,
  destination: number,
  sent: { files: readonly KeptFile[]; filesSentAt: Date },
  claim: Claim | undefined,
  context: Omit<CreationContext, 'key'>,
): Promise<{ id: number; isNew: boolean }> {
  const protocol = { ...contents, destinationDepartmentId: destination }
  const part = claim && { ...claim, key: partKey(claim.key, destination) }
  const claimWhole = async (trx: Trx, protocolId: number) => {
    if (!claim || (await claimKey(trx, claim, protocolId, { by: viewer.id, at: context.now }))) return
    await findDoneWith(trx, viewer, claim.key, claim.digest)
  }
  try {
    const extras = { ...sent, claim: part, alsoIn: claimWhole }
    const { id } = await writeProtocol(db, viewer, { protocol, references }, extras, context)
    return { id, isNew: true }
  } catch (error) {
    const done = part && error instanceof KeyTaken && (await findDoneWith(db, viewer, part.key, part.digest))
    if (done) return { id: done, isNew: false }
    throw error
  }
}

/**
 * Runs an action that creates a protocol from another one, under the client's key if there is one. A retry gets the id of
 * the first result, whatever has changed since (contract 12.16).
 *
 * @param content what was sent, with the protocol that it was sent for; throws when it is invalid
 * @param create  one transaction; gets the function that makes the claim, for after the permission check
 * @returns the id of the created protocol
 * @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function createOnce(
  db: Db,
  viewer: Viewer,
  key: string | undefined,
  content: () => object,
  create: (claim: () => Claim | undefined) => Promise<number>,
): Promise<number> {
  const digest = () => digestOf(content())
  try {
    return await create(() => (key === undefined ? undefined : { key, digest: digest() }))
  } catch (error) {
    if (key === undefined) throw error
    if (isOutcomeUnknown(error)) throw safeToRepeat(error)
    const first = await findDoneWith(db, viewer, key, valid(digest))
    if (first !== undefined) return first
    throw error
  }
}

/** undefined for invalid content, under which nothing was ever created */
function valid(digest: () => Buffer): Buffer | undefined {
  try {
    return digest()
  } catch {
    return undefined
  }
}
