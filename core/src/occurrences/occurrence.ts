import { z } from 'zod'
import { aboutItem, attachment } from '../items/item.ts'
import { attachmentWire } from '../items/item.wire.ts'
import { pageNumber, pageOf, perPage } from '../shared/pagination.ts'
import { choice, filter, idFilter, oneOf, searchText } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { instant, shortText } from '../shared/wire-values.ts'

/** The kinds of occurrences (contract 20.10). */
export const occurrenceKind = {
  missing: 'missing',
  different: 'different',
  damaged: 'damaged',
  lost: 'lost',
  claimedReturned: 'claimed_returned',
  notHeld: 'not_held',
} as const
export type OccurrenceKind = (typeof occurrenceKind)[keyof typeof occurrenceKind]
export const occurrenceKinds = Object.values(occurrenceKind) as [OccurrenceKind, ...OccurrenceKind[]]

/** Kinds in the words of users. */
export const kindWords: Readonly<Record<OccurrenceKind, string>> = {
  missing: 'Não veio',
  different: 'Diferente do descrito',
  damaged: 'Avariado',
  lost: 'Extraviado',
  claimed_returned: 'Já devolvido',
  not_held: 'Não está comigo',
}

/** Open until somebody settles it. */
export const occurrenceStatus = { open: 'aberta', resolved: 'resolvida' } as const
export type OccurrenceStatus = (typeof occurrenceStatus)[keyof typeof occurrenceStatus]
export const occurrenceStatuses = Object.values(occurrenceStatus) as [OccurrenceStatus, ...OccurrenceStatus[]]

/** How an occurrence was settled. */
export const occurrenceOutcome = {
  found: 'found',
  replaced: 'replaced',
  returned: 'returned',
  writtenOff: 'written_off',
  unfounded: 'unfounded',
} as const
export type OccurrenceOutcome = (typeof occurrenceOutcome)[keyof typeof occurrenceOutcome]
export const occurrenceOutcomes = Object.values(occurrenceOutcome) as [OccurrenceOutcome, ...OccurrenceOutcome[]]

/** Outcomes in the words of users. */
export const outcomeWords: Readonly<Record<OccurrenceOutcome, string>> = {
  found: 'Encontrado',
  replaced: 'Substituído',
  returned: 'Devolvido',
  written_off: 'Baixa',
  unfounded: 'Improcedente',
}

/** While one of these is open, the holder gets no reminders of the item; its creator is asked instead. */
export const silencingKinds: readonly OccurrenceKind[] = [
  occurrenceKind.claimedReturned,
  occurrenceKind.lost,
  occurrenceKind.missing,
]

/** An occurrence, as lists and details show it. */
const occurrence = z.object({
  id: z.int(),
  ...aboutItem,
  kind: z.enum(occurrenceKinds),
  description: z.string(),
  status: z.enum(occurrenceStatuses),
  /** Name of the person. */
  openedBy: z.string(),
  openedById: z.int(),
  openedAt: instant,
  /** Null while it is open, and when it was settled because the item or its protocol ended. */
  outcome: z.enum(occurrenceOutcomes).nullable(),
  outcomeNote: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  resolvedAt: instant.nullable(),
  attachments: z.array(attachment),
})
export type Occurrence = z.infer<typeof occurrence>

/** *Registrar ocorrência*. */
export const newOccurrence = z.object({
  kind: z.enum(occurrenceKinds, 'Selecione o que aconteceu'),
  description: shortText('Descreva o que aconteceu (de 3 a 500 caracteres)'),
})
export type NewOccurrence = z.infer<typeof newOccurrence>

/** *Resolver ocorrência*. */
export const occurrenceResolution = z.object({
  outcome: z.enum(occurrenceOutcomes, 'Selecione como foi resolvida'),
  note: shortText('Descreva como foi resolvida (de 3 a 500 caracteres)'),
})
export type OccurrenceResolution = z.infer<typeof occurrenceResolution>

/** Most files of one occurrence, in the fields `attachment_0` to `attachment_4`. */
export const mostOccurrenceFiles = 5
export const tooManyOccurrenceFiles = `Cada ocorrência pode ter no máximo ${mostOccurrenceFiles} anexos`

/** Most occurrences that a list counts and shows, the newest ones. */
export const mostOccurrencesListed = 10_000

/** Sides of the viewer's own department: occurrences of what it sent, or of what it was sent. */
export const occurrenceSides = ['origin', 'destination'] as const

/** Filters of `GET /api/occurrences`; the open ones unless asked otherwise. */
export const occurrenceFilter = z.object({
  page: pageNumber,
  search: searchText,
  status: choice(['all', ...occurrenceStatuses], occurrenceStatus.open),
  kind: filter(oneOf(occurrenceKinds)),
  department: idFilter,
  side: filter(oneOf(occurrenceSides)),
  perPage,
})
export type OccurrenceFilter = z.infer<typeof occurrenceFilter>

export const occurrenceWire = renamed(occurrence.extend({ attachments: z.array(attachmentWire) }))
export const occurrencePageWire = pageOf(occurrenceWire)
/** The query of `GET /api/occurrences`. */
export const occurrenceFilterWire = renamed(occurrenceFilter)
