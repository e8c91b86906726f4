import type { ItemStatus } from '@malote/core/items/item-status.ts'
import {
  mostOccurrenceFiles,
  newOccurrence,
  type Occurrence,
  tooManyOccurrenceFiles,
} from '@malote/core/occurrences/occurrence.ts'
import { canOpenOccurrence } from '@malote/core/occurrences/occurrence-rules.ts'
import type { ProtocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { insertAttachments, withKeptFiles } from '../../domain/attachments/attachments.repo.ts'
import { lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Form } from '../../platform/files/receive-form.ts'
import type { Storage } from '../../platform/files/storage.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { decodeBody } from '../../platform/http/decode-body.ts'
import { occurrenceAfter } from './occurrences.queries.ts'
import { writeOccurrences } from './open-occurrences.ts'

/**
 * Checked before reading the form.
 *
 * @throws AppError ITEM_NOT_FOUND; those of {@link canOpenOccurrence}
 */
export async function ensureMayOpen(db: Db, viewer: Actor, itemId: number): Promise<void> {
  const item = await db
    .selectFrom('items')
    .innerJoin('protocols', 'protocols.id', 'items.protocolId')
    .select(['items.status', 'protocols.status as protocolStatus'])
    .where('items.id', '=', itemId)
    .where(visibleTo(viewer))
    .executeTakeFirst()
  if (!item) throw new AppError('ITEM_NOT_FOUND')
  ensure(canOpenOccurrence({ status: item.protocolStatus as ProtocolStatus }, { status: item.status as ItemStatus }))
}

/**
 * *Registrar ocorrência*: puts on record what went wrong with an item, with up to five files.
 *
 * A retry does not open a second one: the item then has an open one of this kind.
 *
 * @throws AppError as {@link ensureMayOpen}; INVALID_INPUT with every wrong field; OCCURRENCE_ALREADY_OPEN
 */
export async function openOccurrence(
  db: Db,
  viewer: Actor,
  itemId: number,
  form: Form,
  { storage, now }: { storage: Storage; now: Date },
): Promise<Occurrence> {
  const { kind, description } = readForm(form)
  return withKeptFiles(db, storage, form.files, now, (files) =>
    db.transaction().execute(async (trx) => {
      const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
      const [id = 0] = await writeOccurrences(trx, protocol, [{ item, kind, description }], viewer, now)
      await insertAttachments(trx, files, Array(mostOccurrenceFiles).fill(itemId), viewer.id, now, id)
      // Read before the commit: after it, the response must not fail any more.
      return occurrenceAfter(trx, id)
    }),
  )
}

function readForm({ fields, files, fieldErrors }: Form) {
  const { value, fieldErrors: wrong } = decodeBody(newOccurrence, fields)
  const tooMany = files.filter(({ index }) => index >= mostOccurrenceFiles)
  const found = {
    ...wrong,
    ...Object.fromEntries(tooMany.map(({ field }) => [field, tooManyOccurrenceFiles])),
    ...fieldErrors,
  }
  if (!value || Object.keys(found).length > 0) throw invalidFields(found)
  return value
}
