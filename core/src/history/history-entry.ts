import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

/** The actions of the history, with the texts of contract 11.12. */
export const historyAction = {
  protocolCreated: 'Protocolo criado',
  protocolReceived: 'Protocolo recebido',
  protocolEdited: 'Protocolo editado',
  protocolCompleted: 'Protocolo concluído',
  protocolCancelled: 'Protocolo cancelado',
  commentAdded: 'Comentário adicionado',
  commentDeleted: 'Comentário excluído',
  itemReturned: 'Item retornado',
  itemCompleted: 'Item concluído',
  itemCancelled: 'Item cancelado',
  itemTransferred: 'Item tramitado',
  itemAssigned: 'Usuário atribuído',
  dueDateChanged: 'Prazo alterado',
  extensionRequested: 'Prazo solicitado',
  extensionDenied: 'Pedido de prazo negado',
  itemsAskedFor: 'Devolução cobrada',
  protocolRefused: 'Protocolo recusado',
  protocolRedirected: 'Protocolo redirecionado',
  occurrenceOpened: 'Ocorrência registrada',
  occurrenceResolved: 'Ocorrência resolvida',
  itemForwarded: 'Item encaminhado',
  itemBackFromForward: 'Item devolvido pelo encaminhamento',
  contentRemoved: 'Conteúdo removido',
} as const
export type HistoryAction = (typeof historyAction)[keyof typeof historyAction]

/** The side that the rules fix for an action on an item. A cancellation may come from either side. */
export const sideOfAction: { [action: string]: 'origin' | 'destination' | undefined } = {
  [historyAction.itemReturned]: 'destination',
  [historyAction.itemAssigned]: 'destination',
  [historyAction.itemTransferred]: 'destination',
  [historyAction.itemCompleted]: 'origin',
  [historyAction.dueDateChanged]: 'origin',
  [historyAction.itemsAskedFor]: 'origin',
}

/** A line of a protocol's history (contract 3.12). */
export const historyEntry = z.object({
  id: z.int(),
  action: z.string(),
  description: z.string(),
  createdAt: instant,
  /** Name of the user; null when the system did it. */
  createdBy: z.string().nullable(),
  itemId: z.int().nullish(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const historyEntryWire = renamed(historyEntry)
