import type { NewProtocol, ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../../db/connect.ts'
import { isOutcomeUnknown } from '../../../db/failures.ts'
import type { Form } from '../../../files/receive-form.ts'
import type { Storage } from '../../../files/storage.ts'
import { insertAttachments, withKeptFiles } from '../attachments/attachments.repo.ts'
import { dueDatesOf } from '../forms/due-dates.ts'
import { refuseGone } from '../forms/reference-errors.ts'
import type { References } from '../forms/references.queries.ts'
import { contentDigest } from '../idempotency/content-digest.ts'
import { findCreatedWith, KeyTaken } from '../idempotency/idempotency.queries.ts'
import { ensureResponsiblesIn } from '../responsibles/responsible.queries.ts'
import { announceNewProtocol } from './announce-protocol.ts'
import { insertProtocol } from './insert-protocol.repo.ts'
import { judgeNewProtocol, type NewProtocolForm, readNewProtocol } from './judge-new-protocol.ts'
import { type Ends, newProtocolRow } from './new-protocol-row.ts'

/** What a creation needs besides the form. */
export interface CreationContext {
  storage: Storage
  /** IANA name, APP_TIMEZONE: due dates are counted from the current day in this zone. */
  timeZone: string
  /** The client's idempotency key. A retry of the same content returns the first result (contract 12.16). */
  key: string | undefined
  now: Date
}

/**
 * *Novo protocolo*: writes the protocol, its items and files, its history and its notifications, or nothing.
 *
 * @throws AppError IDEMPOTENCY_KEY_REUSED, ONLY_OWN_DEPARTMENT_SENDS, INVALID_INPUT
 */
export async function createProtocol(
  db: Db,
  viewer: Viewer,
  form: Form,
  { storage, timeZone, key, now }: CreationContext,
): Promise<ProtocolRow> {
  const sent = readNewProtocol(form)
  const digest = key === undefined ? undefined : digestOf(sent)
  const claim = key !== undefined && digest ? { key, digest } : undefined
  try {
    const { protocol, references } = await judgeNewProtocol(db, viewer, sent)
    const ends = endsOf(protocol, references)
    const categories = protocol.requiresReturn ? references.categories.values() : []
    const dueDates = await dueDatesOf(db, civilDateIn(now, timeZone), categories)
    const items = protocol.items.map((item) => ({ ...item, dueDate: dueDates.get(item.categoryId ?? 0) ?? null }))
    const description = describe(viewer, ends, items.length)
    const record = { ...protocol, items, description, by: viewer.id, at: now }
    return await withKeptFiles(storage, form.files, now, (files) =>
      refuseGone(
        db.transaction().execute(async (trx) => {
          await ensureResponsiblesIn(trx, protocol.destinationDepartmentId, items)
          const written = await insertProtocol(trx, record, claim)
          if (!written) throw new KeyTaken()
          await insertAttachments(trx, files, written.itemIds, viewer.id, now)
          await announceNewProtocol(trx, viewer, written.id, protocol, description, now)
          return newProtocolRow(written.id, viewer, record, ends)
        }),
      ),
    )
  } catch (error) {
    if (key === undefined) throw error
    if (isOutcomeUnknown(error)) throw safeToRepeat(error)
    // A retry gets the first result, whatever has changed since. Checked only after a refusal.
    const first = await findCreatedWith(db, viewer, key, digest)
    if (first) return first
    throw error
  }
}

/** undefined for a form with invalid fields: no protocol was ever created from it */
const digestOf = ({ decoded, files, fieldErrors }: NewProtocolForm) =>
  decoded.value && Object.keys(fieldErrors).length === 0 ? contentDigest(decoded.value, files) : undefined

/** A retry under the same key does not create a second protocol, so that the user can simply send again. */
function safeToRepeat({ cause }: AppError): AppError {
  const message = 'A conexão caiu antes da confirmação. Envie de novo: o protocolo não será criado duas vezes.'
  return new AppError('OUTCOME_UNKNOWN', { message, cause })
}

const endsOf = ({ originDepartmentId, destinationDepartmentId }: NewProtocol, { departments }: References): Ends => ({
  originDepartment: departments.get(originDepartmentId)?.name ?? '',
  destinationDepartment: departments.get(destinationDepartmentId)?.name ?? '',
})

function describe(viewer: Viewer, { originDepartment, destinationDepartment }: Ends, count: number): string {
  const load = count === 1 ? '1 item' : `${count} itens`
  return `${viewer.name} enviou o protocolo de ${originDepartment} para ${destinationDepartment} com ${load}`
}
