import type { Answer } from '@malote/core/answers/answer-token.ts'
import {
  type ExtensionDecision,
  type ExtensionRequestFilter,
  extensionRequestFilter,
  extensionRequestFilterWire,
  extensionRequestPageWire,
  type NewExtensionRequest,
  newExtensionRequestWire,
  requestStatus,
} from '@malote/core/due-dates/extension-request.ts'
import type { Item } from '@malote/core/items/item.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { wireQuery } from '../../../lib/in-address.ts'
import { staleTime } from '../../../lib/query-client.ts'
import { telling } from '../../../lib/telling.ts'
import { holidaysQuery } from '../../calendar/calendar.api.ts'
import { useToday } from '../../organisation/config.ts'
import { refreshCustody } from '../../protocols/protocols.api.ts'
import { answeredUntil, type RequestAction } from './request-actions.ts'

/** Requests for more time; under the key of the returns, so that they are refreshed with them. */
export const requestsQuery = (filter: ExtensionRequestFilter) =>
  queryOptions({
    queryKey: ['returns', 'requests', filter],
    queryFn: async ({ signal }) =>
      readWire(
        extensionRequestPageWire,
        await api.get('/api/extension-requests', { query: wireQuery(extensionRequestFilterWire, filter), signal }),
      ),
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

/** What the viewer's department has to decide. */
export const toDecideQuery = () =>
  requestsQuery(extensionRequestFilter.parse({ side: 'to_decide', status: requestStatus.open }))

/** The call alone; `answerInApp` shows the outcome. */
export const sendRequest = (itemId: number, request: NewExtensionRequest) =>
  api.post(`/api/protocols/items/${itemId}/extension-requests`, z.encode(newExtensionRequestWire, request))

export const decidingFailed = 'Erro ao decidir o pedido de prazo. Tente novamente.'

export const decideRequest = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, decision, returnDate, note }: ExtensionDecision & { id: number }) =>
        api.post(`/api/extension-requests/${id}/decide`, { decision, return_date: returnDate, note }),
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: (_, { decision, returnDate }) =>
        decision === 'grant' ? `Prazo concedido até ${formatDate(returnDate)}.` : 'Pedido de prazo negado.',
      failure: decidingFailed,
    },
  )

/** What the dialogs about more time need to know of an item, wherever it is listed. */
export type RequestedItem = Pick<
  Item,
  'id' | 'protocolId' | 'documentNumber' | 'description' | 'itemType' | 'returnDate' | 'extensionRequest'
>

/** The open dialog, and its item. */
export interface OpenRequestDialog {
  action: RequestAction
  item: RequestedItem
  /** The answer that was chosen already, of `answer`. */
  answer?: Answer | undefined
}

/** Like {@link answeredUntil}, with today and the holidays of the organisation. */
export function useAnsweredUntil(): CivilDate {
  const today = useToday()
  const { data: holidays } = useQuery(holidaysQuery(today))
  return answeredUntil(today, holidays)
}
