import { type ProtocolText, removedText } from '@malote/core/black-outs/black-out.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { blackOutAttachment } from '../../domain/attachments/attachments.repo.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedProtocol, lockProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { updateItems, updateProtocol } from '../../domain/custody/protocols.repo.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { blackOutDownloads } from '../audit/public.ts'
import { blackOutComment, findComment } from '../comments/comments.repo.ts'
import { findEntry, lockProtocolsOf, redirectionsOf } from './black-outs.repo.ts'
import type { RemovalTarget } from './removal-target.ts'

/**
 * @param field read only after finding the protocol
 * @throws AppError PROTOCOL_NOT_FOUND
 */
export async function findProtocolText(
  trx: Trx,
  viewer: Viewer,
  protocolId: number,
  field: () => ProtocolText,
): Promise<RemovalTarget> {
  // The earliest first: a protocol is only locked before those that continue it.
  const earlier = (await redirectionsOf(trx, protocolId)).filter((id) => id < protocolId)
  for (const id of earlier) await lockProtocol(trx, id, viewer)
  const protocol = await lockProtocol(trx, protocolId, viewer)
  return field() === 'remarks' ? allRemarksOf(trx, viewer, protocol) : cancelReasonOf(trx, protocol)
}

/** With the same remarks of the protocols that it was redirected from or to. */
async function allRemarksOf(trx: Trx, viewer: Viewer, protocol: LockedProtocol): Promise<RemovalTarget> {
  const copies: RemovalTarget[] = []
  const locked = new Set<number>()
  // Until none is added: a protocol may be redirected while it is not locked yet.
  for (;;) {
    const id = (await redirectionsOf(trx, protocol.id)).find((one) => !locked.has(one))
    if (id === undefined) break
    const other = await lockProtocol(trx, id, viewer)
    locked.add(id)
    if (other.remarks === protocol.remarks && other.remarks !== removedText) copies.push(remarksOf(other))
  }
  return { ...remarksOf(protocol), copies }
}

const remarksOf = (protocol: LockedProtocol): RemovalTarget => ({
  protocol,
  ...{ kind: 'remarks', id: protocol.id, subjectKind: 'protocol', text: protocol.remarks },
  words: 'as observações do protocolo',
  remove: (trx) => updateProtocol(trx, protocol.id, { remarks: removedText }),
})

/** Why the protocol was cancelled: its items that were cancelled with it have the same text. */
export async function cancelReasonOf(trx: Trx, protocol: LockedProtocol): Promise<RemovalTarget> {
  const { cancelReason: text } = await trx
    .selectFrom('protocols')
    .select('cancelReason')
    .where('id', '=', protocol.id)
    .executeTakeFirstOrThrow()
  const items = await trx
    .selectFrom('items')
    .innerJoin('protocols', 'protocols.id', 'items.protocolId')
    .select('items.id')
    .where('protocolId', '=', protocol.id)
    .whereRef('items.cancelledAt', '=', 'protocols.cancelledAt')
    .whereRef('items.cancelReason', '=', 'protocols.cancelReason')
    .execute()
  const ids = items.map(({ id }) => id)
  return {
    protocol,
    ...{ kind: 'cancel_reason', id: protocol.id, subjectKind: 'protocol', text },
    words: 'o motivo do cancelamento do protocolo',
    alsoRemoved: ids.map((targetId) => ({ kind: 'item_cancel_reason', targetId })),
    remove: async (transaction, at) => {
      await updateProtocol(transaction, protocol.id, { cancelReason: removedText })
      await updateItems(transaction, protocol.id, ids, { cancelReason: removedText }, at)
    },
  }
}

/** @throws AppError PROTOCOL_NOT_FOUND, COMMENT_NOT_FOUND */
export async function findRemovableComment(
  trx: Trx,
  viewer: Viewer,
  protocolId: number,
  id: number,
): Promise<RemovalTarget> {
  const protocol = await lockProtocol(trx, protocolId, viewer)
  const comment = await findComment(trx, protocolId, id)
  if (!comment) throw new AppError('COMMENT_NOT_FOUND')
  return {
    protocol,
    ...{ kind: 'comment', id, subjectKind: 'comment', text: comment.text },
    words: 'um comentário',
    remove: (transaction) => blackOutComment(transaction, id),
  }
}

/**
 * The texts of one history entry. Its action, its author and its time stay.
 *
 * @throws AppError PROTOCOL_NOT_FOUND, HISTORY_ENTRY_NOT_FOUND
 */
export async function findRemovableEntry(
  trx: Trx,
  viewer: Viewer,
  protocolId: number,
  id: number,
): Promise<RemovalTarget> {
  const protocol = await lockProtocol(trx, protocolId, viewer)
  const entry = await findEntry(trx, protocolId, id)
  if (!entry) throw new AppError('HISTORY_ENTRY_NOT_FOUND')
  return {
    protocol,
    ...{ kind: 'history', id, subjectKind: 'history', text: entry.stored, action: entry.action },
    words: `os textos do registro “${entry.action}”`,
    // By the database's own function, with the entries that quote a text.
    remove: async () => {},
  }
}

/**
 * A file, in every protocol that has it: redirecting copies its row, and a circular has a row for each destination; in
 * those sent by an earlier release, or by a retry, also a file of its own.
 *
 * @throws AppError ATTACHMENT_NOT_FOUND
 */
export async function findAttachment(trx: Trx, viewer: Viewer, id: number): Promise<RemovalTarget> {
  // Until none is added: a protocol may be redirected while it is not locked yet.
  for (let locked = 0; ; ) {
    const places = await sameUploads(trx, id).select('one.itemId').execute()
    if (places.length <= locked) break
    const itemIds = places.map(({ itemId }) => itemId)
    await lockProtocolsOf(trx, itemIds)
    locked = itemIds.length
  }
  // Locked, so that no download is recorded with its name meanwhile.
  const uploads = await sameUploads(trx, id)
    .select(['one.id', 'one.itemId', 'one.fileName', 'one.storageKey'])
    .orderBy('one.id')
    .forNoKeyUpdate('one')
    .execute()
  const targets: RemovalTarget[] = []
  for (const upload of uploads) targets.push(await fileTarget(trx, viewer, upload))
  const target = targets.find((one) => one.id === id)
  if (!target) throw new AppError('ATTACHMENT_NOT_FOUND')
  return { ...target, copies: targets.filter((one) => one.id !== id) }
}

/** The attachment, and all that the same person sent with the same content at the same moment. */
const sameUploads = (trx: Trx, id: number) =>
  trx
    .selectFrom('attachments as one')
    .innerJoin('attachments as asked', (join) => join.on('asked.id', '=', id))
    .where((eb) =>
      eb.or([
        eb('one.id', '=', id),
        eb.and([
          eb('one.removedAt', 'is', null),
          eb('one.uploadedBy', '=', eb.ref('asked.uploadedBy')),
          eb('one.createdAt', '=', eb.ref('asked.createdAt')),
          eb('one.sha256', '=', eb.ref('asked.sha256')),
        ]),
      ]),
    )

interface Upload {
  id: number
  itemId: number
  fileName: string
  storageKey: string
}

async function fileTarget(
  trx: Trx,
  viewer: Viewer,
  { id, itemId, fileName, storageKey }: Upload,
): Promise<RemovalTarget> {
  const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
  return {
    protocol,
    item,
    ...{ kind: 'attachment', id, subjectKind: 'attachment', text: fileName, storageKey },
    words: `um anexo do ${itemLabel(item)}`,
    remove: async (transaction, at) => {
      await blackOutAttachment(transaction, id, at)
      await blackOutDownloads(transaction, id)
    },
  }
}
