import { deriveDueDate } from '@malote/core/due-dates/derive-due-date.ts'
import type { Item } from '@malote/core/items/item.ts'
import { canForwardInBulk, canReturn, canReturnInBulk } from '@malote/core/items/item-rules.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { kindWords } from '@malote/core/occurrences/occurrence.ts'
import type { ForwardBody, ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { forwardBodyWire } from '@malote/core/protocols/protocol.wire.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { counted } from '../../../lib/format.ts'
import { telling } from '../../../lib/telling.ts'
import { refreshCustody } from '../../protocols/protocols.api.ts'
import { isOnlyAbsent } from '../bulk/bulk-actions.ts'
import { whereItIs } from '../whereabouts.tsx'

interface Forwarding extends ForwardBody {
  /** Of the protocol that the items are passed on from. */
  protocolId: number
  /** Name of the next department, for the message. */
  department: string
  idempotencyKey: string
}

export const forwardingFailed = 'Erro ao encaminhar os itens. Tente novamente.'

/** Resolves to the id of the new protocol. */
export const forwardItems = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async ({ protocolId, idempotencyKey, department: _, ...body }: Forwarding) => {
        const reply = await api.post<{ protocol_id: number }>(
          `/api/protocols/${protocolId}/forward`,
          z.encode(forwardBodyWire, body),
          { headers: { 'idempotency-key': idempotencyKey } },
        )
        return reply.protocol_id
      },
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: (_, { itemIds, department }) =>
        `${counted(itemIds.length, 'item encaminhado', 'itens encaminhados')} para ${department}.`,
      failure: forwardingFailed,
      isRepeatable: true,
    },
  )

/**
 * *Marcar como Retornado* of several items that the viewer may return, but not from the returns screen (contract 6.6):
 * one after the other, as their own buttons do.
 */
export const returnOneByOne = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async (itemIds: readonly number[]) => {
        for (const id of itemIds) await api.post<void>(`/api/protocols/items/${id}/return`)
      },
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: (_, { length }) =>
        length === 1 ? 'Item retornado com sucesso!' : `${length} itens retornados com sucesso!`,
      failure: 'Erro ao retornar o item. Tente novamente.',
    },
  )

/** A pending item of a protocol, and why it cannot be passed on; null if it can. */
export interface ForwardChoice {
  item: Item
  refusal: string | null
}

/** The pending items in the order of the form. */
export const forwardChoices = (viewer: Viewer, protocol: ProtocolDetail, today: CivilDate): ForwardChoice[] =>
  protocol.items
    .filter(({ status }) => status === itemStatus.pending)
    .map((item) => ({ item, refusal: refusalOf(viewer, protocol, item, today) }))

function refusalOf(viewer: Viewer, protocol: ProtocolDetail, item: Item, today: CivilDate): string | null {
  if (item.forwardedTo) return `Está ${whereItIs(item.forwardedTo, today)}`
  const verdict = canForwardInBulk(viewer, protocol, item)
  if (item.absent && isOnlyAbsent(verdict)) return `${kindWords[item.absent]}: há uma ocorrência em aberto`
  return refusalIn(verdict)
}

/** Chosen items that cannot be passed on any more, because somebody else was quicker; also those no longer pending. */
export const overtaken = (viewer: Viewer, protocol: ProtocolDetail, chosen: ReadonlySet<number>, today: CivilDate) =>
  protocol.items
    .filter(({ id }) => chosen.has(id))
    .map((item) => ({ item, refusal: refusalOf(viewer, protocol, item, today) }))
    .filter(({ refusal }) => refusal !== null)

/**
 * Of the items that somebody wants to pass back to their origin, those that the viewer may return instead; and whether
 * in one act, which is for fewer people and items than their own buttons (contract 6.6).
 */
export function returnable(viewer: Viewer, protocol: ProtocolDetail, items: readonly Item[]) {
  const own = items.filter((item) => canReturn(viewer, protocol, item).allowed)
  const isOneAct = own.length > 1 && own.every((item) => canReturnInBulk(viewer, protocol, item).allowed)
  return { itemIds: own.map(({ id }) => id), isOneAct }
}

/**
 * The due date that an item will have at the next department; null for none.
 *
 * @param ofCategory the due date of its category, counted from today
 */
export function nextDueDate(item: Item, protocol: ProtocolDetail, ofCategory: CivilDate | undefined): NextDueDate {
  if (!protocol.requiresReturn) return null
  const { date, isHeldBack } = deriveDueDate({ countedUntil: ofCategory ?? null, grantedUntil: null }, item.returnDate)
  return date === null ? null : { date, isLimit: isHeldBack }
}

/** `isLimit`: it is the day on which the item must be back at the origin. */
export type NextDueDate = { date: CivilDate; isLimit: boolean } | null
