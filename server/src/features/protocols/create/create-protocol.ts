import { historyAction } from '@malote/core/history/history-entry.ts'
import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db, Trx } from '../../../db/connect.ts'
import type { Form } from '../../../files/receive-form.ts'
import type { Storage } from '../../../files/storage.ts'
import { insertAttachments, withKeptFiles } from '../attachments/attachments.repo.ts'
import { dueDatesOf } from '../forms/due-dates.ts'
import { refuseGone } from '../forms/reference-errors.ts'
import { contentDigest } from '../idempotency/content-digest.ts'
import { findCreatedWith, KeyTaken } from '../idempotency/idempotency.queries.ts'
import { claimKey } from '../idempotency/idempotency.repo.ts'
import { recordHistory } from '../record/history.repo.ts'
import { protocolRowOf } from '../record/protocol-row.queries.ts'
import { ensureResponsiblesIn } from '../responsibles/responsible.queries.ts'
import { announceNewProtocol } from './announce-protocol.ts'
import { insertItems, insertProtocol } from './insert-protocol.repo.ts'
import {
  judgeNewProtocol,
  type NewProtocolForm,
  readNewProtocol,
  type ValidatedProtocol,
} from './judge-new-protocol.ts'

/** What a creation needs beside the form. */
export interface CreationContext {
  storage: Storage
  /** IANA name, APP_TIMEZONE: due dates are counted from the day there. */
  timeZone: string
  /** The client's name for this attempt; a retry of the same content answers with the first result (contract 12.16). */
  key: string | undefined
  now: Date
}

/**
 * *Novo protocolo*: the protocol, its items and files, its history and its notifications, or nothing of it.
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
  // A retry is answered before the form is judged again: what it points at may have changed since.
  const first = key !== undefined && (await findCreatedWith(db, viewer, key, digest))
  if (first) return first
  const judged = await judgeNewProtocol(db, viewer, sent)
  const { requiresReturn } = judged.protocol
  const categories = requiresReturn ? judged.references.categories.values() : []
  const dueDates = await dueDatesOf(db, civilDateIn(now, timeZone), categories)
  const items = judged.protocol.items.map((item) => ({
    ...item,
    dueDate: dueDates.get(item.categoryId ?? 0) ?? null,
  }))
  try {
    return await withKeptFiles(storage, form.files, now, (files) =>
      refuseGone(
        db.transaction().execute(async (trx) => {
          await ensureResponsiblesIn(trx, judged.protocol.destinationDepartmentId, items)
          const id = await insertProtocol(trx, judged.protocol, items, { by: viewer.id, at: now })
          if (key !== undefined && digest) {
            if (!(await claimKey(trx, { key, digest }, id, { by: viewer.id, at: now }))) throw new KeyTaken()
          }
          const itemIds = await insertItems(trx, id, items, now)
          await insertAttachments(trx, files, itemIds, viewer.id, now)
          await tell(trx, viewer, id, judged, now)
          return protocolRowOf(trx, id)
        }),
      ),
    )
  } catch (error) {
    const winner = error instanceof KeyTaken && key !== undefined && (await findCreatedWith(db, viewer, key, digest))
    if (winner) return winner
    throw key === undefined ? error : orSafeToRepeat(error)
  }
}

/** undefined for a form with something wrong in itself, of which no protocol is ever made */
const digestOf = ({ decoded, files, fieldErrors }: NewProtocolForm) =>
  decoded.value && Object.keys(fieldErrors).length === 0 ? contentDigest(decoded.value, files) : undefined

/** A retry under the same key makes nothing twice, so whoever was left without an answer need not look first. */
function orSafeToRepeat(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'OUTCOME_UNKNOWN') return error
  const message = 'A conexão caiu antes da confirmação. Envie de novo: o protocolo não será criado duas vezes.'
  return new AppError('OUTCOME_UNKNOWN', { message, cause: error.cause })
}

async function tell(trx: Trx, viewer: Viewer, id: number, { protocol, references }: ValidatedProtocol, at: Date) {
  const origin = references.departments.get(protocol.originDepartmentId)?.name ?? ''
  const destination = references.departments.get(protocol.destinationDepartmentId)?.name ?? ''
  const count = protocol.items.length
  const load = count === 1 ? '1 item' : `${count} itens`
  const description = `${viewer.name} enviou o protocolo de ${origin} para ${destination} com ${load}`
  await recordHistory(trx, { protocolId: id, action: historyAction.protocolCreated, description, by: viewer.id, at })
  await announceNewProtocol(trx, viewer, id, protocol, description, at)
}
