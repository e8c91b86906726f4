import {
  assignBody,
  type BulkResults,
  bulkAssignBody,
  bulkReply,
  bulkReturnBody,
  cancelBody,
  remindReply,
} from '@malote/core/items/item.ts'
import {
  assignReplyWire,
  bulkAssignReplyWire,
  bulkCompleteBodyWire,
  bulkDueDateBodyWire,
  bulkTransferBodyWire,
  dueDateBodyWire,
  itemReply,
  remindBodyWire,
  transferBodyWire,
  transferReplyWire,
} from '@malote/core/items/item.wire.ts'
import { itemParams } from '@malote/core/protocols/protocol.wire.ts'
import { errors } from '@malote/core/shared/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/http/fastify.ts'
import { acceptEmptyBody, lazyBody } from '../../platform/http/valid-body.ts'
import { assignItem, assignItems } from './assign-items.ts'
import { cancelItem } from './cancel-item.ts'
import { completeItem, completeItems } from './complete-items.ts'
import { remindOfItems } from './remind-of-items.ts'
import { returnItem, returnItems } from './return-items.ts'
import { setDueDate, setDueDates } from './set-due-dates.ts'
import { transferItem, transferItems } from './transfer-items.ts'

/** The actions on items of a protocol (contract 7.4, 17.2, 17.3). */
export async function itemsRoutes(app: App) {
  const { db, now } = app
  acceptEmptyBody(app)
  app.addHook('preSerialization', noteItemsNotFound)
  const timeZone = app.settings.APP_TIMEZONE
  const params = itemParams
  const attachValidation = true

  app.post(
    '/api/protocols/items/:itemId/return',
    { config: { access: 'signed-in' }, schema: { params, response: { 200: itemReply } } },
    (request) => returnItem(db, request.viewer, request.params.itemId, now()),
  )

  app.post(
    '/api/protocols/items/:itemId/complete',
    { config: { access: 'signed-in' }, schema: { params, response: { 200: itemReply } } },
    (request) => completeItem(db, request.viewer, request.params.itemId, now()),
  )

  app.post(
    '/api/protocols/items/:itemId/cancel',
    {
      config: { access: 'signed-in' },
      attachValidation,
      schema: { params, body: cancelBody, response: { 200: itemReply } },
    },
    (request) => cancelItem(db, request.viewer, request.params.itemId, lazyBody(request), now()),
  )

  app.post(
    '/api/protocols/items/:itemId/transfer',
    {
      config: { access: 'signed-in' },
      attachValidation,
      schema: { params, body: transferBodyWire, response: { 200: transferReplyWire } },
    },
    (request) => transferItem(db, request.viewer, request.params.itemId, lazyBody(request), now()),
  )

  app.put(
    '/api/protocols/items/:itemId/assign',
    {
      config: { access: 'signed-in' },
      attachValidation,
      schema: { params, body: assignBody, response: { 200: assignReplyWire } },
    },
    (request) => assignItem(db, request.viewer, request.params.itemId, lazyBody(request), now()),
  )

  app.put(
    '/api/protocols/items/:itemId/due-date',
    {
      config: { access: 'signed-in' },
      attachValidation,
      schema: { params, body: dueDateBodyWire, response: { 200: itemReply } },
    },
    (request) => {
      const clock = { now: now(), timeZone }
      return setDueDate(db, request.viewer, request.params.itemId, lazyBody(request), clock)
    },
  )

  app.post(
    '/api/protocols/items/bulk-return',
    { config: { access: 'signed-in' }, schema: { body: bulkReturnBody, response: { 200: bulkReply } } },
    (request) => returnItems(db, request.viewer, request.body.itemIds, { now: now(), log: request.log }),
  )

  app.put(
    '/api/protocols/items/bulk-assign',
    {
      config: { access: 'signed-in' },
      attachValidation,
      schema: { body: bulkAssignBody, response: { 200: bulkAssignReplyWire } },
    },
    (request) => assignItems(db, request.viewer, lazyBody(request), { now: now(), log: request.log }),
  )

  app.post(
    '/api/protocols/items/bulk-due-date',
    { config: { access: 'signed-in' }, schema: { body: bulkDueDateBodyWire, response: { 200: bulkReply } } },
    (request) => setDueDates(db, request.viewer, request.body, { now: now(), log: request.log, timeZone }),
  )

  app.post(
    '/api/protocols/items/bulk-transfer',
    {
      config: { access: 'signed-in' },
      attachValidation,
      schema: { body: bulkTransferBodyWire, response: { 200: bulkReply } },
    },
    (request) => transferItems(db, request.viewer, lazyBody(request), { now: now(), log: request.log }),
  )

  app.post(
    '/api/protocols/items/bulk-complete',
    { config: { access: 'signed-in' }, schema: { body: bulkCompleteBodyWire, response: { 200: bulkReply } } },
    (request) => completeItems(db, request.viewer, request.body.itemIds, { now: now(), log: request.log }),
  )

  app.post(
    '/api/returns/remind',
    { config: { access: 'signed-in' }, schema: { body: remindBodyWire, response: { 200: remindReply } } },
    (request) => remindOfItems(db, request.viewer, request.body, { now: now(), log: request.log, timeZone }),
  )
}

/**
 * `preSerialization` hook of the bulk actions, which answer 200 with an error per item: notes the items that were not
 * found. After the response, the audit records those that exist but are hidden from the person.
 */
async function noteItemsNotFound<Payload>(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: Payload,
): Promise<Payload> {
  const { results } = (payload ?? {}) as { results?: Pick<BulkResults, 'errors'> }
  const notFound = results?.errors.filter(({ message }) => message === errors.ITEM_NOT_FOUND.message)
  if (notFound?.length) request.notFound = { kind: 'item', ids: notFound.map(({ id }) => id) }
  return payload
}
