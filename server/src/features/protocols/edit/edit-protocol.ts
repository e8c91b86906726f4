import { acts, historyAction } from '@malote/core/acts/act.ts'
import { editReason } from '@malote/core/due-dates/change-reasons.ts'
import type { ProtocolEdit } from '@malote/core/protocols/protocol.ts'
import { protocolEditWire } from '@malote/core/protocols/protocol.wire.ts'
import { canEdit, type ProtocolFacts } from '@malote/core/protocols/protocol-rules.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { andMore } from '@malote/core/shared/portuguese.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { insertAttachments, withKeptFiles } from '../../../domain/attachments/attachments.repo.ts'
import { recordHistory } from '../../../domain/custody/history.repo.ts'
import { type LockedProtocol, lockProtocol } from '../../../domain/custody/lock-protocol.ts'
import { updateProtocol } from '../../../domain/custody/protocols.repo.ts'
import { keepWords, type Words } from '../../../domain/custody/typed-texts.repo.ts'
import { claimKey, findDoneWith, KeyTaken } from '../../../domain/idempotency/idempotency.repo.ts'
import { contentDigest } from '../../../domain/idempotency/idempotency-key.ts'
import { notify } from '../../../domain/notices/notify.ts'
import { visibleTo } from '../../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Form } from '../../../platform/files/receive-form.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { decodeBody } from '../../../platform/http/valid-body.ts'
import { findProtocol } from '../detail/protocol-detail.queries.ts'
import { changeDueDates } from '../due-dates/change-due-dates.ts'
import { misplacedFiles, withLists } from '../forms/protocol-form.ts'
import { refuseGone } from '../forms/reference-errors.ts'
import { announceResponsibles } from '../responsibles/announce-responsibles.ts'
import { describeEdit } from './describe-edit.ts'
import { editableItemsOf, lastEditorOf } from './edited-items.queries.ts'
import { updateEditedItems } from './edited-items.repo.ts'
import { type ItemEdit, validateEdit } from './validate-edit.ts'

/** Context of an edit besides the form. */
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
          const itemIds = edit.items.map((item) => item.id)
          const added = await insertAttachments(trx, files, itemIds, viewer.id, now)
          const named = files.map((file, index) => ({ ...file, id: added[index] ?? 0 }))
          const changes = describeEdit(protocol, edit.remarks, items, named)
          if (changes.length === 0) return findProtocol(trx, viewer, id, today)

          await updateEditedItems(trx, items, now)
          await moveDueDates(trx, viewer, id, items, now)
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

/** Derives the due dates of items that have another category. */
async function moveDueDates(trx: Trx, viewer: Viewer, protocolId: number, items: readonly ItemEdit[], at: Date) {
  const edits = new Map(items.flatMap((item) => (item.inputs ? [[item.before.id, item]] : [])))
  const reasonOf = (edit: ItemEdit | undefined) => (edit ? editReason(edit.before.category, edit.category) : null)
  await changeDueDates(trx, protocolId, [...edits.keys()], ({ id, inputs }) => edits.get(id)?.inputs ?? inputs, {
    ...{ kind: 'edit', by: viewer, at },
    reason: ({ id }) => reasonOf(edits.get(id)),
  })
}

/** Maximum number of changes that one line of the history spells out. */
const spelledOut = 50

/**
 * Records the edit in the history. Notifies the destination, and people who became or are no longer responsible for an
 * item.
 */
async function announceEdit(
  trx: Trx,
  viewer: Actor,
  { id, destinationDepartmentId }: LockedProtocol,
  items: readonly ItemEdit[],
  changes: readonly Words[],
  at: Date,
): Promise<void> {
  const more = andMore(changes.length - spelledOut, 'alteração', 'alterações')
  const { lines, texts } = await keepWords(trx, changes.slice(0, spelledOut))
  const description = `${viewer.name} editou o protocolo. ${[...lines, ...more].join('; ')}`
  await recordHistory(trx, {
    protocolId: id,
    action: historyAction.protocolEdited,
    description,
    texts,
    by: viewer.id,
    at,
  })
  await notify(trx, {
    type: 'protocol_edited',
    to: [{ department: destinationDepartmentId, because: 'é do departamento de destino' }],
    by: viewer,
    title: `Protocolo #${id} ${acts.edit.done[0]}`,
    message: description,
    texts,
    protocolId: id,
    at,
  })
  const moved = items.filter(({ before, after }) => before.responsibleId !== after.responsibleId)
  const chosen = moved.flatMap(({ after }) => after.responsibleId ?? [])
  await announceResponsibles(trx, viewer, id, chosen, at)
  const relieved = moved
    .flatMap(({ before }) => before.responsibleId ?? [])
    .filter((person) => !chosen.includes(person))
  if (relieved.length === 0) return
  await notify(trx, {
    type: 'item_assigned',
    to: [{ users: relieved, because: 'respondia por eles' }],
    by: viewer,
    title: `Você deixou de responder por itens do protocolo #${id}`,
    message: `${viewer.name} editou o protocolo #${id}, e você deixou de responder por itens dele.`,
    protocolId: id,
    at,
  })
}
