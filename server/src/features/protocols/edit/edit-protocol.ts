import type { ProtocolEdit } from '@malote/core/protocols/protocol.ts'
import { protocolEditWire } from '@malote/core/protocols/protocol.wire.ts'
import { canEdit, type ProtocolFacts } from '@malote/core/protocols/protocol-rules.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { insertAttachments, withKeptFiles } from '../../../domain/attachments/attachments.repo.ts'
import { recordDueDateChanges } from '../../../domain/custody/due-date-changes.repo.ts'
import { type LockedProtocol, lockProtocol } from '../../../domain/custody/lock-protocol.ts'
import { updateProtocol } from '../../../domain/custody/protocols.repo.ts'
import { visibleTo } from '../../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Form } from '../../../platform/files/receive-form.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { decodeBody } from '../../../platform/http/decode-body.ts'
import { findProtocol } from '../detail/protocol-detail.queries.ts'
import { misplacedFiles, withLists } from '../forms/protocol-form.ts'
import { refuseGone } from '../forms/reference-errors.ts'
import { contentDigest } from '../idempotency/content-digest.ts'
import { findDoneWith, KeyTaken } from '../idempotency/idempotency.queries.ts'
import { claimKey } from '../idempotency/idempotency.repo.ts'
import { announceEdit } from './announce-edit.ts'
import { describeEdit } from './describe-edit.ts'
import { editableItemsOf, lastEditorOf } from './edited-items.queries.ts'
import { updateEditedItems } from './edited-items.repo.ts'
import { movedDueDates } from './moved-due-dates.ts'
import { validateEdit } from './validate-edit.ts'

/** What an edit needs besides the form. */
export interface EditContext {
  storage: Storage
  /** IANA name, APP_TIMEZONE. */
  timeZone: string
  /** The client's idempotency key. A retry of the same content finds the edit already done (contract 12.16). */
  key: string | undefined
  now: Date
}

/**
 * Checked before reading the form.
 *
 * @throws AppError PROTOCOL_NOT_FOUND, ONLY_ORIGIN_EDITS, ONLY_PENDING_IS_EDITED
 */
export async function ensureMayEdit(db: Db, viewer: Actor, id: number): Promise<void> {
  const protocol = await db
    .selectFrom('protocols')
    .select(['status', 'requiresReturn', 'originDepartmentId', 'destinationDepartmentId'])
    .select(['totalItems', 'pendingItems', 'cancelledItems'])
    .where('id', '=', id)
    .where(visibleTo(viewer))
    .executeTakeFirst()
  if (!protocol) throw new AppError('PROTOCOL_NOT_FOUND')
  ensure(canEdit(viewer, protocol as ProtocolFacts))
}

/**
 * *Editar*: changes the fields that the form contains and keeps the others. An edit that changes nothing writes
 * nothing.
 *
 * @throws AppError as {@link ensureMayEdit}, IDEMPOTENCY_KEY_REUSED, INVALID_INPUT with every wrong field,
 * EDITED_MEANWHILE, ITEM_ALREADY_CANCELLED
 */
export async function editProtocol(
  db: Db,
  viewer: Actor,
  id: number,
  form: Form,
  { storage, timeZone, key, now }: EditContext,
) {
  const edit = readEdit(form)
  const today = civilDateIn(now, timeZone)
  const claim = key === undefined ? undefined : { key, digest: contentDigest({ ...edit, id }, form.files) }
  const isDone = async () =>
    claim !== undefined && (await findDoneWith(db, viewer, claim.key, claim.digest)) !== undefined
  if (await isDone()) return findProtocol(db, viewer, id, today)
  try {
    return await withKeptFiles(db, storage, form.files, now, (files) =>
      refuseGone(
        db.transaction().execute(async (trx) => {
          const protocol = await lockProtocol(trx, id, viewer)
          ensure(canEdit(viewer, protocol))
          await ensureSameVersion(trx, protocol, edit.version)
          const current = await editableItemsOf(trx, id)
          const items = await validateEdit(trx, protocol, current, edit.items, files, timeZone)
          const changes = describeEdit(protocol.remarks, edit.remarks, items, files)
          if (changes.length === 0) return findProtocol(trx, viewer, id, today)

          await updateEditedItems(trx, items, now)
          const itemIds = edit.items.map((item) => item.id)
          await recordDueDateChanges(trx, movedDueDates(items, viewer, now))
          await insertAttachments(trx, files, itemIds, viewer.id, now)
          await updateProtocol(trx, id, { remarks: edit.remarks, version: protocol.version + 1 })
          await announceEdit(trx, viewer, protocol, items, changes, now)
          if (claim && !(await claimKey(trx, claim, id, { by: viewer.id, at: now }))) throw new KeyTaken()
          // Read before the commit: after it, the response must not fail any more.
          return findProtocol(trx, viewer, id, today)
        }),
      ),
    )
  } catch (error) {
    // The same edit, sent twice, was committed meanwhile; or other content took the key, which is then the refusal.
    const isTaken = error instanceof KeyTaken
    const done = isDone().catch((refusal) => {
      if (isTaken) throw refusal
      return false
    })
    if (await done) return findProtocol(db, viewer, id, today)
    throw error
  }
}

function readEdit(form: Form): ProtocolEdit {
  const { value: edit, fieldErrors } = decodeBody(protocolEditWire, withoutBlankVersion(withLists(form.fields)))
  const misplaced = edit && misplacedFiles(form.files, edit.items.length)
  const found = { ...fieldErrors, ...misplaced, ...form.fieldErrors }
  if (!edit || Object.keys(found).length > 0) throw invalidFields(found)
  return edit
}

/** A multipart form cannot send an empty number, only empty text. */
function withoutBlankVersion(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || !('version' in fields) || fields.version !== '') return fields
  const { version, ...rest } = fields
  return rest
}

async function ensureSameVersion(trx: Trx, protocol: LockedProtocol, loaded: number | null | undefined) {
  if (loaded === undefined || loaded === null || loaded === protocol.version) return
  const editor = await lastEditorOf(trx, protocol.id)
  throw new AppError(
    'EDITED_MEANWHILE',
    editor === undefined
      ? {}
      : {
          message: `Este protocolo foi alterado por ${editor} enquanto você editava. Recarregue para ver a nova versão.`,
        },
  )
}
