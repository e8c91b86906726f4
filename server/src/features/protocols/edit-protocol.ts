import type { ProtocolEdit } from '@malote/core/protocols/protocol.ts'
import { protocolEditWire } from '@malote/core/protocols/protocol.wire.ts'
import { canEdit, type ProtocolFacts } from '@malote/core/protocols/protocol-rules.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { ensure } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db, Trx } from '../../db/connect.ts'
import type { Form } from '../../files/receive-form.ts'
import type { Storage } from '../../files/storage.ts'
import { decodeBody } from '../../lib/decode-body.ts'
import { announceEdit } from './announce-edit.ts'
import { insertAttachments, withKeptFiles } from './attachments.repo.ts'
import { describeEdit } from './describe-edit.ts'
import { editableItemsOf, lastEditorOf } from './edited-items.queries.ts'
import { updateEditedItems } from './edited-items.repo.ts'
import { judgeEdit } from './judge-edit.ts'
import { type LockedProtocol, lockProtocol } from './lock-protocol.ts'
import { findProtocol } from './protocol-detail.queries.ts'
import { misplacedFiles, withListOfItems } from './protocol-form.ts'
import { updateProtocol } from './protocols.repo.ts'
import { refuseGone } from './reference-errors.ts'
import { visibleTo } from './visible-to.ts'

/** What an edit needs beside the form. */
export interface EditContext {
  storage: Storage
  /** IANA name, APP_TIMEZONE. */
  timeZone: string
  now: Date
}

/**
 * Asked before a byte of the form is read.
 *
 * @throws AppError PROTOCOL_NOT_FOUND, ONLY_ORIGIN_EDITS, ONLY_PENDING_IS_EDITED
 */
export async function ensureMayEdit(db: Db, viewer: Viewer, id: number): Promise<void> {
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
 * *Editar*: what the form names is changed, what it does not name stays. An edit that changes nothing leaves no trace, whatever version it saw.
 *
 * @throws AppError as {@link ensureMayEdit}, INVALID_INPUT with every wrong field, EDITED_MEANWHILE, ITEM_ALREADY_CANCELLED
 */
export async function editProtocol(
  db: Db,
  viewer: Viewer,
  id: number,
  form: Form,
  { storage, timeZone, now }: EditContext,
) {
  const edit = readEdit(form)
  return withKeptFiles(storage, form.files, now, (files) =>
    refuseGone(
      db.transaction().execute(async (trx) => {
        const protocol = await lockProtocol(trx, id, viewer)
        ensure(canEdit(viewer, protocol))
        const conflict = await versionConflict(trx, protocol, edit.version)
        const current = await editableItemsOf(trx, id)
        const items = await judgeEdit(trx, protocol, current, edit.items, files, timeZone).catch((error) => {
          throw conflict ?? error
        })
        const changes = describeEdit(protocol.remarks, edit.remarks, items, files)
        // What is already so contradicts nobody. Most often it is the same edit again, whose first answer was lost.
        if (changes.length > 0 && conflict) throw conflict
        if (changes.length === 0) return findProtocol(trx, viewer, id)

        await updateEditedItems(trx, items, now)
        await insertAttachments(
          trx,
          files,
          edit.items.map((item) => item.id),
          viewer.id,
          now,
        )
        await updateProtocol(trx, id, { remarks: edit.remarks, version: protocol.version + 1 })
        await announceEdit(trx, viewer, protocol, items, changes, now)
        // Read before the commit: once that is done, nothing may fail the answer.
        return findProtocol(trx, viewer, id)
      }),
    ),
  )
}

function readEdit(form: Form): ProtocolEdit {
  const { value: edit, fieldErrors } = decodeBody(protocolEditWire, withoutBlankVersion(withListOfItems(form.fields)))
  const misplaced = edit && misplacedFiles(form.files, edit.items.length)
  const found = { ...fieldErrors, ...misplaced, ...form.fieldErrors }
  if (!edit || Object.keys(found).length > 0) throw invalidFields(found)
  return edit
}

/** A multipart form cannot leave a number empty. */
function withoutBlankVersion(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || !('version' in fields) || fields.version !== '') return fields
  const { version, ...rest } = fields
  return rest
}

async function versionConflict(trx: Trx, protocol: LockedProtocol, loaded: number | null | undefined) {
  if (loaded === undefined || loaded === null || loaded === protocol.version) return undefined
  const editor = await lastEditorOf(trx, protocol.id)
  return new AppError(
    'EDITED_MEANWHILE',
    editor === undefined
      ? {}
      : {
          message: `Este protocolo foi alterado por ${editor} enquanto você editava. Recarregue para ver a nova versão.`,
        },
  )
}
