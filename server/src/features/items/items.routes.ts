import { assignBody, bulkAssignBody, bulkReply, bulkReturnBody, cancelBody } from '@malote/core/items/item.ts'
import {
  assignReplyWire,
  bulkAssignReplyWire,
  dueDateBodyWire,
  itemReply,
  transferBodyWire,
  transferReplyWire,
} from '@malote/core/items/item.wire.ts'
import { itemParams } from '@malote/core/protocols/protocol.wire.ts'
import type { App } from '../../fastify.ts'
import { acceptEmptyBody } from '../../lib/accept-empty-body.ts'
import { lazyBody } from '../../lib/valid-body.ts'
import { assignItem } from './assign-item.ts'
import { assignItems } from './assign-items.ts'
import { cancelItem } from './cancel-item.ts'
import { completeItem } from './complete-item.ts'
import { returnItem } from './return-item.ts'
import { returnItems } from './return-items.ts'
import { setDueDate } from './set-due-date.ts'
import { transferItem } from './transfer-item.ts'

/** The actions on items of a protocol (contract 7.4). */
export async function itemsRoutes(app: App) {
  const { db, now } = app
  acceptEmptyBody(app)
  const params = itemParams
  const attachValidation = true

  app.post('/api/protocols/items/:itemId/return', { schema: { params, response: { 200: itemReply } } }, (request) =>
    returnItem(db, request.viewer, request.params.itemId, now()),
  )

  app.post('/api/protocols/items/:itemId/complete', { schema: { params, response: { 200: itemReply } } }, (request) =>
    completeItem(db, request.viewer, request.params.itemId, now()),
  )

  app.post(
    '/api/protocols/items/:itemId/cancel',
    { attachValidation, schema: { params, body: cancelBody, response: { 200: itemReply } } },
    (request) => cancelItem(db, request.viewer, request.params.itemId, lazyBody(request), now()),
  )

  app.post(
    '/api/protocols/items/:itemId/transfer',
    { attachValidation, schema: { params, body: transferBodyWire, response: { 200: transferReplyWire } } },
    (request) => transferItem(db, request.viewer, request.params.itemId, lazyBody(request), now()),
  )

  app.put(
    '/api/protocols/items/:itemId/assign',
    { attachValidation, schema: { params, body: assignBody, response: { 200: assignReplyWire } } },
    (request) => assignItem(db, request.viewer, request.params.itemId, lazyBody(request), now()),
  )

  app.put(
    '/api/protocols/items/:itemId/due-date',
    { attachValidation, schema: { params, body: dueDateBodyWire, response: { 200: itemReply } } },
    (request) => {
      const clock = { now: now(), timeZone: app.settings.APP_TIMEZONE }
      return setDueDate(db, request.viewer, request.params.itemId, lazyBody(request), clock)
    },
  )

  app.post(
    '/api/protocols/items/bulk-return',
    { schema: { body: bulkReturnBody, response: { 200: bulkReply } } },
    (request) => returnItems(db, request.viewer, request.body.itemIds, { now: now(), log: request.log }),
  )

  app.put(
    '/api/protocols/items/bulk-assign',
    { attachValidation, schema: { body: bulkAssignBody, response: { 200: bulkAssignReplyWire } } },
    (request) => assignItems(db, request.viewer, lazyBody(request), { now: now(), log: request.log }),
  )
}
