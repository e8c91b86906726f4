import type { Client, Reply } from '../client.ts'
import type { ActionName } from './table.ts'

/** The records for an action. */
export interface Target {
  protocolId: number
  itemId: number | undefined
  /** A comment of the acting person. */
  commentId: number
  /** An active user of the destination who is not responsible for the item yet. */
  colleagueId: number
  /** A department at neither end. */
  otherDepartmentId: number
}

interface Action {
  /** @param valid false to send an invalid body, if the action has one */
  run: (client: Client, target: Target, valid: boolean) => Promise<Reply>
  hasBody: boolean
  success: number
}

const onProtocol = (verb: string, body?: object): Action => ({
  run: (client, { protocolId }, valid) =>
    client.post(`/api/protocols/${protocolId}/${verb}`, body && (valid ? body : {})),
  hasBody: body !== undefined,
  success: 200,
})

const onItem = (verb: string, body?: (target: Target) => object, method: 'post' | 'put' = 'post'): Action => ({
  run: (client, target, valid) =>
    client[method](`/api/protocols/items/${target.itemId}/${verb}`, body && (valid ? body(target) : {})),
  hasBody: body !== undefined,
  success: 200,
})

/** The request for each action of the table. */
export const actions: Record<Exclude<ActionName, 'complete-no-return'>, Action> = {
  receive: onProtocol('receive'),
  refuse: onProtocol('refuse', { reason: 'Faltou a assinatura' }),
  redirect: {
    run: (client, { protocolId, otherDepartmentId }, valid) =>
      client.post(
        `/api/protocols/${protocolId}/redirect`,
        valid ? { destination_department_id: otherDepartmentId, reason: 'Andar errado' } : {},
      ),
    hasBody: true,
    success: 201,
  },
  complete: onProtocol('complete'),
  cancel: onProtocol('cancel', { reason: 'Enviado por engano' }),
  comment: { ...onProtocol('comments', { text: 'Bom dia' }), success: 201 },
  uncomment: {
    run: (client, { protocolId, commentId }) => client.delete(`/api/protocols/${protocolId}/comments/${commentId}`),
    hasBody: false,
    success: 204,
  },
  return: onItem('return'),
  'item-complete': onItem('complete'),
  'item-cancel': onItem('cancel', () => ({ reason: 'Extraviado' })),
  assign: onItem('assign', ({ colleagueId }) => ({ userId: colleagueId }), 'put'),
  transfer: onItem('transfer', ({ colleagueId }) => ({ newUserId: colleagueId })),
  'due-date': onItem('due-date', () => ({ return_date: '2026-12-20', reason: 'Volume maior que o previsto' }), 'put'),
}
