import { z } from 'zod'
import { blackOut } from '../black-outs/black-out.ts'
import { comment } from '../comments/comment.ts'
import { historyEntry } from '../history/history-entry.ts'
import { chosenItems, editedItem, item, newItem } from '../items/item.ts'
import { pageNumber, perPage } from '../shared/pagination.ts'
import { dateFilter, filter, flagFilter, idFilter, oneOf, searchText } from '../shared/query.ts'
import { flag, instant, requiredId, requiredText, shortText } from '../shared/wire-values.ts'
import { custodyPath } from './custody-path.ts'
import { protocolStatuses } from './protocol-status.ts'

/** Where a search found its text, in the order of the ranking (contract 17.5). */
export const matchFields = [
  'number',
  'document',
  'description',
  'reason',
  'remarks',
  'person',
  'type',
  'supplier',
  'department',
] as const
/** Why a protocol is a hit: the field, and the part of its text around the hit. */
export const match = z.object({ field: z.enum(matchFields), text: z.string() })
export type Match = z.infer<typeof match>

/** Why a protocol is Cancelado (contract 20.6). */
export const cancelKind = { cancelled: 'cancelled', refused: 'refused', redirected: 'redirected' } as const
export type CancelKind = (typeof cancelKind)[keyof typeof cancelKind]
const cancelKinds = Object.values(cancelKind) as [CancelKind, ...CancelKind[]]

/** A protocol as a row of a list; the counters always agree with its items (contract 3.7). */
export const protocolRow = z.object({
  id: z.int(),
  protocolId: z.int(),
  status: z.enum(protocolStatuses),
  createdAt: instant,
  creator: z.string(),
  originUser: z.string(),
  originDepartment: z.string(),
  originDepartmentId: z.int(),
  destinationDepartment: z.string(),
  destinationDepartmentId: z.int(),
  requiresReturn: flag,
  remarks: z.string(),
  /** Null until the destination has received it. */
  receivedAt: instant.nullable(),
  /** Earliest due date among the items still out, `yyyy-MM-dd`. */
  nextReturnDate: z.string().nullable(),
  itemsCount: z.int(),
  totalItems: z.int(),
  completedItems: z.int(),
  returnedItems: z.int(),
  cancelledItems: z.int(),
  pendingItems: z.int(),
  unassignedItems: z.int(),
  /** Null while it is not cancelled. */
  cancelKind: z.enum(cancelKinds).nullish(),
  /** Business days since it was sent, while it waits to be received; else null (contract 20.9). */
  awaitingReceiptDays: z.int().nullish(),
  /** Number of open occurrences of its items. */
  openOccurrences: z.int().nullish(),
  /** Name of a department that one of its items was passed on to and has not come back from (contract 20.34). */
  passedOnTo: z.string().nullish(),
})
export type ProtocolRow = z.infer<typeof protocolRow>

/** A row of the list of protocols; `match` says why a search found it, and is null without a search. */
export const foundProtocol = protocolRow.extend({ match: match.nullish() })
export type FoundProtocol = z.infer<typeof foundProtocol>

/** A protocol with its items, comments and history; `version` grows with every edit. */
export const protocolDetail = protocolRow.extend({
  version: z.int(),
  /** As it stands on its papers (contract 22.1). */
  code: z.string().nullish(),
  /** Of what its papers say today (contract 22.5). */
  fingerprint: z.string().nullish(),
  originUserId: z.int(),
  receivedBy: z.string().nullable(),
  completedAt: instant.nullable(),
  completedBy: z.string().nullable(),
  cancelledAt: instant.nullable(),
  cancelledBy: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** The protocol that was redirected to this one, and the one that this was redirected to (contract 20.5). */
  redirectedFrom: z.int().nullish(),
  redirectedTo: z.int().nullish(),
  items: z.array(item),
  /** Every stop of the items' custody (contract 20.35). */
  path: custodyPath.nullish(),
  /** The newest of them; the counts say how many there are, and the earlier ones are read by pages (contract 7.4.15). */
  history: z.array(historyEntry),
  historyCount: z.int().nullish(),
  comments: z.array(comment),
  commentsCount: z.int().nullish(),
  /** Removals by Admins, the oldest first. */
  removals: z.array(blackOut).nullish(),
})
export type ProtocolDetail = z.infer<typeof protocolDetail>

/** Most items of one protocol. */
export const mostItems = 500

const remarks = requiredText('Observações são obrigatórias', 5000)

/** The list of items of a protocol, for any schema of one item. */
export const itemList = <Item extends z.ZodType>(one: Item) =>
  z.array(one, 'Lista de itens inválida').max(mostItems, `Um protocolo pode ter no máximo ${mostItems} itens`)

/** The form of a new protocol (contract 5.2). */
export const newProtocol = z.object({
  remarks,
  originDepartmentId: requiredId('Departamento de origem é obrigatório'),
  destinationDepartmentId: requiredId('Departamento de destino é obrigatório'),
  requiresReturn: flag.default(false),
  items: itemList(newItem),
})
export type NewProtocol = z.infer<typeof newProtocol>

/** Most destinations of one form (contract 17.4). */
export const mostDestinations = 20

/** One form for several destinations: one protocol for each; nobody is responsible yet (contract 17.4). */
export const newProtocols = newProtocol.omit({ destinationDepartmentId: true }).extend({
  destinationDepartmentIds: z
    .array(requiredId('Departamento de destino é obrigatório'), 'Departamento de destino é obrigatório')
    .min(2, 'Escolha pelo menos dois destinos')
    .max(mostDestinations, `Escolha no máximo ${mostDestinations} destinos`)
    .refine((ids) => new Set(ids).size > 1, 'Escolha pelo menos dois destinos'),
})
export type NewProtocols = z.infer<typeof newProtocols>

/** The outcome for each destination. */
export const sentProtocols = z.object({
  protocolIds: z.array(z.int()),
  errors: z.array(z.object({ destinationDepartmentId: z.int(), message: z.string() })),
})
export type SentProtocols = z.infer<typeof sentProtocols>

/** Departments and the return flag of a protocol never change, so an edit does not read them (contract 2.8.1). */
export const protocolEdit = z.object({
  remarks,
  /** The version that the form loaded; if it has changed since, the edit is a conflict (contract 12.17). */
  version: z.coerce.number().int().nullish(),
  items: itemList(editedItem).default([]),
})
export type ProtocolEdit = z.infer<typeof protocolEdit>

/** An edit as the form sends it: includes the fields of contract 7.4.4 that an edit never changes. */
export const sentProtocolEdit = protocolEdit.extend({
  originDepartmentId: newProtocol.shape.originDepartmentId,
  destinationDepartmentId: newProtocol.shape.destinationDepartmentId,
  requiresReturn: z.boolean(),
})

/** The finding about an item when its protocol was received (contract 20.1). */
export const receiptOutcomes = ['ok', 'missing', 'different', 'damaged'] as const
export type ReceiptOutcome = (typeof receiptOutcomes)[number]

const note = shortText('Descreva o que foi encontrado')
const checkedItem = z.discriminatedUnion(
  'outcome',
  [
    z.object({ id: requiredId('Item não encontrado'), outcome: z.literal('ok'), note: z.string().nullish() }),
    z.object({ id: requiredId('Item não encontrado'), outcome: z.enum(['missing', 'different', 'damaged']), note }),
  ],
  'Informe se o item veio',
)
export type CheckedItem = z.infer<typeof checkedItem>

/** Two outcomes for one item contradict each other. */
function refuseRepeated(items: readonly CheckedItem[], context: z.RefinementCtx) {
  const seen = new Set<number>()
  for (const [index, { id }] of items.entries()) {
    if (seen.has(id)) context.addIssue({ code: 'custom', path: [index, 'id'], message: 'Este item aparece duas vezes' })
    seen.add(id)
  }
}

/** *Conferir e receber*: items that are not named came as described. Each item is named at most once. */
export const receiveBody = z.object({ items: itemList(checkedItem).superRefine(refuseRepeated).default([]) })
export type ReceiveBody = z.infer<typeof receiveBody>

/** Most protocols of one bulk action. */
export const largestProtocolBulk = 100
const noProtocol = 'Selecione pelo menos um protocolo para receber.'
/** *Receber selecionados*. */
export const bulkReceiveBody = z.object({
  ids: z
    .array(requiredId('Protocolo não encontrado'), noProtocol)
    .min(1, noProtocol)
    .max(largestProtocolBulk, `Selecione no máximo ${largestProtocolBulk} protocolos por vez`),
})

/** *Redirecionar* (contract 20.5). */
export const redirectBody = z.object({
  destinationDepartmentId: requiredId('Departamento de destino é obrigatório'),
  reason: requiredText('É necessário informar o motivo do redirecionamento', 2000),
})
export type RedirectBody = z.infer<typeof redirectBody>

/** *Encaminhar* (contract 20.30). */
export const forwardBody = z.object({
  destinationDepartmentId: requiredId('Departamento de destino é obrigatório'),
  remarks,
  itemIds: chosenItems('Selecione pelo menos um item para encaminhar.'),
})
export type ForwardBody = z.infer<typeof forwardBody>

/** Filters of `GET /api/protocols` and of the list's address. */
export const protocolFilter = z.object({
  page: pageNumber,
  search: searchText,
  status: filter(oneOf(protocolStatuses)),
  department: idFilter,
  startDate: dateFilter,
  endDate: dateFilter,
  /** Has a pending item past its due date. */
  late: flagFilter,
  /** Waits for the viewer's department (contract 17.6). */
  here: flagFilter,
  /** Of the viewer's department: `receipt`, sent to it and Pendente; `sent`, sent by it and Pendente for too long. */
  awaiting: filter(oneOf(['receipt', 'sent'])),
  /** `due`: next due date first, protocols without one last; absent: the newest first. */
  sort: filter(oneOf(['due'])),
  perPage,
})
export type ProtocolFilter = z.infer<typeof protocolFilter>

/** An item on the printed departure form. */
export const printedItem = z.object({
  id: z.int(),
  code: z.string().nullish(),
  documentNumber: z.string().nullable(),
  description: z.string().nullish(),
  itemType: z.string(),
  category: z.string().nullable(),
  returnDate: z.string().nullable(),
})

/** The data of the printed departure form (contract 7.4.6). */
export const printData = z.object({
  protocol: z.object({
    id: z.int(),
    protocolId: z.int(),
    code: z.string().nullish(),
    fingerprint: z.string().nullish(),
    originUser: z.string(),
    originDepartment: z.string(),
    destinationDepartment: z.string(),
    createdAt: instant,
    requiresReturn: flag,
    remarks: z.string(),
    status: z.enum(protocolStatuses),
  }),
  items: z.array(printedItem),
})
export type PrintData = z.infer<typeof printData>
