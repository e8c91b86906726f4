import { isOpen } from '@malote/core/protocols/protocol-status.ts'
import type { Situation } from '@malote/core/protocols/situations.test-setup.ts'
import type { ActName, Person } from '@malote/core/protocols/who-may.test-setup.ts'
import { errors } from '@malote/core/shared/errors.ts'
import type { Client, Reply } from '../client.ts'

/** The records for an act. */
export interface Target {
  protocolId: number
  /** 0 when the protocol has no item. */
  itemId: number
  /** What the action {@link Action.needs}; else 0. */
  recordId: number
  /** An active user of the destination who is not responsible for the item yet. */
  colleagueId: number
  /** A department at neither end. */
  otherDepartmentId: number
  /** The codes of the protocol and the item. */
  codes: { protocol: string; item: string }
}

/** A call of the API. */
export interface Action {
  name: string
  /** The act of the table whose answers it gives. */
  like: ActName
  /** @param body the body to send; the action has none when `body` is absent */
  run: (client: Client, target: Target, body: object | undefined) => Promise<Reply>
  body?: (target: Target) => object
  /**
   * The refusals before the body is read: people who may not act must not learn what a valid one looks like
   * (contract 12.4). Default: all. What depends on the body, like the outcome, can only be refused after it.
   */
  unread?: readonly number[]
  /** What the action is about: a comment of the acting person, or an occurrence or a request for more time of the item. */
  needs?: 'comment' | 'occurrence' | 'request'
  success: number
  /** For many at once: each refusal is in the results, next to what was done. */
  isBulk?: true
  /** The action gives the answers of the act only in some situations, and to some people. */
  isIn?: (situation: Situation, person: Person) => boolean
  /** For a person of the own department; who is no Gestor of it hears so before or after the rule of the items. */
  choosesColleague?: 'before the rule' | 'after the rule'
}

const onProtocol = (like: ActName, verb: string, body?: (target: Target) => object): Action => ({
  ...{ name: like, like, success: 200, ...(body && { body }) },
  run: (client, { protocolId }, sent) => client.post(`/api/protocols/${protocolId}/${verb}`, sent),
})

const onItem = (
  like: ActName,
  verb: string,
  body?: (target: Target) => object,
  method: 'post' | 'put' = 'post',
): Action => ({
  ...{ name: like, like, success: 200, ...(body && { body }) },
  run: (client, { itemId }, sent) => client[method](`/api/protocols/items/${itemId}/${verb}`, sent),
})

const resolve = (outcome: 'found' | 'unfounded' | 'returned' | 'written_off'): Action => ({
  ...{ name: `resolve as ${outcome}`, like: outcome, needs: 'occurrence', success: 200 },
  ...(outcome !== 'unfounded' && { unread: [404] }),
  body: () => ({ outcome, note: 'Conferido na estante' }),
  run: (client, { recordId }, sent) => client.post(`/api/occurrences/${recordId}/resolve`, sent),
})

const decide = (decision: 'grant' | 'deny'): Action => ({
  ...{ name: decision, like: 'decide', needs: 'request', success: 200 },
  body: () => ({ decision, note: 'Conferido com o tribunal' }),
  run: (client, { recordId }, sent) => client.post(`/api/extension-requests/${recordId}/decide`, sent),
})

const bulk = (name: string, like: ActName, path: string, body: (target: Target) => object = () => ({})): Action => ({
  ...{ name, like, success: 200, isBulk: true, unread: [] },
  body: (target) => ({ item_ids: [target.itemId], ...body(target) }),
  run: (client, _, sent) => client[name === 'bulk-assign' ? 'put' : 'post'](path, sent),
})

/** A scan says in its answer what a rule refuses, as a bulk action does. */
const scan = (name: string, like: 'receive' | 'complete' | 'return', kind: keyof Target['codes']): Action => ({
  ...{ name, like, success: 200, isBulk: true, unread: [] },
  // What requires no return is completed at the destination by the gesture that receives the rest.
  isIn({ requiresReturn, status }, { relation }) {
    const isCompleted = !requiresReturn && isOpen(status) && relation === 'destination'
    return like === 'return' || isCompleted === (like === 'complete')
  },
  async run(client, { codes }) {
    const action = like === 'return' ? 'return' : 'receive'
    const reply = await client.post('/api/scan', { code: codes[kind], action })
    const { outcome, message } = reply.body
    const errors = outcome === 'done' ? [] : [{ message: reply.status === 404 ? unseen[kind] : message }]
    return { ...reply, status: 200, body: { results: { success: outcome === 'done' ? [1] : [], errors } } }
  },
})
const unseen = { protocol: errors.PROTOCOL_NOT_FOUND.message, item: errors.ITEM_NOT_FOUND.message }

const newDate = { return_date: '2026-12-20', reason: 'Volume maior que o previsto' }

export const actions: readonly Action[] = [
  onProtocol('receive', 'receive'),
  onProtocol('refuse', 'refuse', () => ({ reason: 'Faltou a assinatura' })),
  {
    ...onProtocol('redirect', 'redirect', ({ otherDepartmentId }) => ({
      ...{ destination_department_id: otherDepartmentId, reason: 'Andar errado' },
    })),
    success: 201,
  },
  onProtocol('complete', 'complete'),
  onProtocol('cancel', 'cancel', () => ({ reason: 'Enviado por engano' })),
  {
    ...onProtocol('forward', 'forward', ({ otherDepartmentId, itemId }) => ({
      ...{ destination_department_id: otherDepartmentId, remarks: 'Segue', item_ids: [itemId] },
    })),
    ...{ success: 201, unread: [403, 404] },
  },
  { ...onProtocol('comment', 'comments', () => ({ text: 'Bom dia' })), success: 201 },
  {
    ...{ name: 'uncomment', like: 'uncomment', needs: 'comment', success: 204 },
    run: (client, { protocolId, recordId }) => client.delete(`/api/protocols/${protocolId}/comments/${recordId}`),
  },
  onItem('return', 'return'),
  onItem('item-complete', 'complete'),
  onItem('item-cancel', 'cancel', () => ({ reason: 'Extraviado' })),
  onItem('assign', 'assign', ({ colleagueId }) => ({ userId: colleagueId }), 'put'),
  onItem('transfer', 'transfer', ({ colleagueId }) => ({ newUserId: colleagueId })),
  onItem('due-date', 'due-date', () => newDate, 'put'),
  {
    ...onItem('ask', 'extension-requests', () => ({ return_date: '2026-12-10', reason: 'Falta uma assinatura' })),
    success: 201,
  },
  {
    ...onItem('report', 'occurrences', () => ({ kind: 'lost', description: 'Sumiu da mesa' })),
    success: 201,
  },
  decide('grant'),
  decide('deny'),
  resolve('found'),
  resolve('unfounded'),
  resolve('returned'),
  resolve('written_off'),
  {
    ...bulk('bulk-receive', 'receive', '/api/protocols/bulk-receive'),
    body: ({ protocolId }) => ({ ids: [protocolId] }),
  },
  bulk('bulk-return', 'return-selected', '/api/protocols/items/bulk-return', ({ itemId }) => ({ itemIds: [itemId] })),
  scan('scan-receive', 'receive', 'protocol'),
  scan('scan-complete', 'complete', 'protocol'),
  scan('scan-return', 'return', 'item'),
  bulk('bulk-complete', 'item-complete', '/api/protocols/items/bulk-complete'),
  bulk('bulk-due-date', 'due-date', '/api/protocols/items/bulk-due-date', () => newDate),
  bulk('remind', 'remind', '/api/returns/remind'),
  {
    ...bulk('bulk-assign', 'assign', '/api/protocols/items/bulk-assign', ({ itemId, colleagueId }) => ({
      ...{ itemIds: [itemId], userId: colleagueId },
    })),
    choosesColleague: 'before the rule',
  },
  {
    ...bulk('bulk-transfer', 'transfer', '/api/protocols/items/bulk-transfer', ({ colleagueId }) => ({
      newUserId: colleagueId,
    })),
    choosesColleague: 'after the rule',
  },
]
