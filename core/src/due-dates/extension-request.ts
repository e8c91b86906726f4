import { z } from 'zod'
import { aboutItem } from '../items/item.ts'
import { pageNumber, pageOf, perPage } from '../shared/pagination.ts'
import { filter, oneOf } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { instant, optionalText, shortText } from '../shared/wire-values.ts'
import { dueDay } from './due-day.ts'

/** Open until the origin decides, or until the item is settled, which ends it. */
export const requestStatus = { open: 'aberto', granted: 'concedido', denied: 'negado', ended: 'encerrado' } as const
export type RequestStatus = (typeof requestStatus)[keyof typeof requestStatus]
export const requestStatuses = Object.values(requestStatus) as [RequestStatus, ...RequestStatus[]]

/** Statuses in the words of users. */
export const requestStatusWords: Readonly<Record<RequestStatus, string>> = {
  aberto: 'Aberto',
  concedido: 'Concedido',
  negado: 'Negado',
  encerrado: 'Encerrado',
}

/** *Pedir mais prazo* (contract 21.10). */
export const newExtensionRequest = z.object({
  returnDate: dueDay,
  reason: shortText('Diga por que precisa de mais prazo (de 3 a 500 caracteres)'),
})
export type NewExtensionRequest = z.infer<typeof newExtensionRequest>

export const decisions = ['grant', 'deny'] as const

/** The decision about a request; granted without a date, it is the one that was asked for (contract 21.11). */
export const extensionDecision = z
  .object({
    decision: z.enum(decisions, 'Selecione a decisão'),
    returnDate: filter(dueDay),
    note: optionalText(500),
  })
  .superRefine(({ decision, note }, context) => {
    if (decision === 'grant' || (note?.length ?? 0) >= 3) return
    context.addIssue({
      code: 'custom',
      path: ['note'],
      message: 'Diga por que o pedido foi negado (de 3 a 500 caracteres)',
    })
  })
export type ExtensionDecision = z.infer<typeof extensionDecision>

/** A request for more time, as the list shows it. */
const extensionRequest = z.object({
  id: z.int(),
  ...aboutItem,
  /** The item's present due date, and the one asked for; civil dates. */
  returnDate: z.string().nullable(),
  requestedDate: z.string(),
  reason: z.string(),
  status: z.enum(requestStatuses),
  /** Name of the person. */
  askedBy: z.string(),
  askedById: z.int(),
  askedAt: instant,
  /** Null while it is open, and when the item's end ended it. */
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  grantedDate: z.string().nullable(),
  note: z.string().nullable(),
})
export type ExtensionRequest = z.infer<typeof extensionRequest>

/** Sides of the viewer's own department: what it asked for, or what it decides. */
export const requestSides = ['asked', 'to_decide'] as const
export type RequestSide = (typeof requestSides)[number]

/** Filters of `GET /api/extension-requests`, newest first. Without a side: both. */
export const extensionRequestFilter = z.object({
  page: pageNumber,
  side: filter(oneOf(requestSides)),
  status: filter(oneOf(requestStatuses)),
  perPage,
})
export type ExtensionRequestFilter = z.infer<typeof extensionRequestFilter>

export const extensionRequestWire = renamed(extensionRequest)
export const extensionRequestPageWire = pageOf(extensionRequestWire)
export const extensionRequestFilterWire = renamed(extensionRequestFilter)
export const newExtensionRequestWire = renamed(newExtensionRequest)
export const extensionDecisionWire = renamed(extensionDecision)
