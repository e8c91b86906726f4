import { z } from 'zod'
import { blackOutWire } from '../black-outs/black-out.ts'
import { commentWire } from '../comments/comment.ts'
import { historyEntryWire } from '../history/history-entry.ts'
import { remindReply } from '../items/item.ts'
import { editedItemWire, itemWire, newItemWire } from '../items/item.wire.ts'
import { pageOf } from '../shared/pagination.ts'
import { renamed } from '../shared/renamed.ts'
import { pathId, pathNumber, queryNumber } from '../shared/wire-values.ts'
import { custodyPathWire } from './custody-path.ts'
import {
  forwardBody,
  foundProtocol,
  itemList,
  newProtocol,
  newProtocols,
  printData,
  printedItem,
  protocolDetail,
  protocolEdit,
  protocolFilter,
  protocolRow,
  redirectBody,
  sentProtocolEdit,
  sentProtocols,
} from './protocol.ts'

export const protocolRowWire = renamed(protocolRow, { cancelledItems: 'canceled_items' })
/** Response of complete, cancel and refuse: a message, and the protocol after the change. */
export const protocolReply = z.object({ message: z.string(), protocol: protocolRowWire })
/** Response of receive: also how many occurrences it opened (contract 20.1). */
export const receiveReply = protocolReply.extend({ occurrences_opened: z.int() })
/** Response of *Receber selecionados*: the protocols that were received, and why the others were not (contract 20.3). */
export const bulkReceiveReply = z.object({ results: remindReply.shape.results })
export type BulkReceiveReply = z.infer<typeof bulkReceiveReply>
export const redirectBodyWire = renamed(redirectBody)
export const forwardBodyWire = renamed(forwardBody)
/** Response of redirect and forward: the protocol that was created. */
export const createdProtocolReply = z.object({ protocol_id: z.int() })
export const protocolPageWire = pageOf(renamed(foundProtocol, { cancelledItems: 'canceled_items' }))

/** The query of `GET /api/protocols`. */
export const protocolFilterWire = renamed(protocolFilter, { startDate: 'startDate', endDate: 'endDate' })

export const protocolDetailWire = renamed(
  protocolDetail.extend({
    items: z.array(itemWire),
    path: custodyPathWire.nullish(),
    history: z.array(historyEntryWire),
    comments: z.array(commentWire),
    removals: z.array(blackOutWire).nullish(),
  }),
  { cancelledItems: 'canceled_items', comments: 'responses', commentsCount: 'responses_count' },
)

export const newProtocolWire = renamed(newProtocol.extend({ items: itemList(newItemWire) }))
export const newProtocolsWire = renamed(newProtocols.extend({ items: itemList(newItemWire) }))
export const sentProtocolsWire = renamed(
  sentProtocols.extend({ errors: z.array(renamed(sentProtocols.shape.errors.element)) }),
)

export const protocolEditWire = renamed(protocolEdit.extend({ items: itemList(editedItemWire).default([]) }))
export const sentProtocolEditWire = renamed(sentProtocolEdit.extend({ items: itemList(editedItemWire).default([]) }))

export const printDataWire = z.object({
  protocol: renamed(printData.shape.protocol),
  items: z.array(renamed(printedItem)),
})

/** The query of a page of the history or the comments: the id that it ends before; without it, the newest page. */
export const beforeQuery = z.object({ before: queryNumber(z.int().min(1)).optional() })

/** Path parameters below `/api/protocols`; an id has only one valid spelling. */
export const itemParams = z.object({ itemId: pathId })
export const commentParams = z.object({ id: pathId, commentId: pathId })
export const attachmentParams = z.object({ attachmentId: pathId })
/** Ids of the history are larger than an `integer`. */
export const historyParams = z.object({ id: pathId, entryId: pathNumber(z.int().min(1)) })
