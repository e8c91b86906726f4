import { type RequestText, removedText } from '@malote/core/black-outs/black-out.ts'
import { historyAction } from '@malote/core/history/history-entry.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { blackOutRequest, lockRequest } from '../extension-requests/public.ts'
import type { Entry } from './entries.queries.ts'
import type { RemovalTarget } from './removal-target.ts'

const words: Record<RequestText, string> = {
  reason: 'o motivo de um pedido de prazo',
  note: 'a resposta a um pedido de prazo',
}

/**
 * A text of a request for more time. Its reason is also that of the due date that was granted.
 *
 * @param chosen read only after finding the request
 * @throws AppError EXTENSION_REQUEST_NOT_FOUND
 */
export async function findRequestText(
  trx: Trx,
  viewer: Viewer,
  id: number,
  chosen: () => RequestText,
): Promise<RemovalTarget> {
  const { protocol, item, request } = await lockRequest(trx, id, viewer)
  const field = chosen()
  const text = request[field]
  return {
    protocol,
    ...{ kind: `extension_request_${field}`, id, itemId: item.id, subjectKind: 'extension_request', text },
    words: `${words[field]} do ${itemLabel(item)}`,
    isQuotedBy: (entry) => text !== null && entry.itemIds.includes(item.id) && quotes[field](entry, text),
    remove: (transaction) => blackOutRequest(transaction, id, { [field]: removedText }),
  }
}

/** The texts as `extension-requests` and `items` write them into the history. */
const quotes: Record<RequestText, (entry: Entry, text: string) => boolean> = {
  reason: ({ action, description }, text) =>
    (action === historyAction.extensionRequested && description.endsWith(`Motivo: “${text}”`)) ||
    (action === historyAction.dueDateChanged &&
      (description.endsWith(`Motivo: ${text}`) || description.includes(`Motivo: ${text}. Resposta: “`))),
  note: ({ action, description }, text) =>
    (action === historyAction.dueDateChanged || action === historyAction.extensionDenied) &&
    description.endsWith(`Resposta: “${text}”`),
}
