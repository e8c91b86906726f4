import { z } from 'zod'
import { choice, filter, limitParam, oneOf, searchText } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { instant, optionalText, queryNumber, requiredLine, requiredText } from '../shared/wire-values.ts'

/** The subjects of a suggestion (contract 5.7.2). */
export const suggestionCategories = [
  'interface',
  'funcionalidade',
  'performance',
  'documentacao',
  'correcao',
  'integracao',
  'outro',
] as const
/** How important it is to its author (contract 5.7.2). */
export const suggestionPriorities = ['baixa', 'media', 'alta'] as const
/** The decision of an Admin; the last value is the "anything else" of contract 4.27. */
export const suggestionStatuses = ['pendente', 'em_analise', 'aprovada', 'implementada', 'rejeitada'] as const

/** For or against (contract 4.28). */
export const suggestionVotes = ['up', 'down'] as const
export type SuggestionVote = (typeof suggestionVotes)[number]

/** Text of the badge; a pending suggestion has none, and an unknown status counts as rejected (contract 4.27). */
export function suggestionBadge(status: string): string | undefined {
  if (status === 'pendente') return undefined
  return suggestionStatusLabels[suggestionStatuses.find((known) => known === status) ?? 'rejeitada']
}

const fillIn = 'Por favor, preencha todos os campos obrigatórios.'

/** The suggestion form; every missing field shows the same sentence (contract 5.7.1). */
export const newSuggestion = z.object({
  category: z.enum(suggestionCategories, fillIn),
  priority: z.enum(suggestionPriorities, fillIn),
  title: requiredLine(fillIn, 200),
  description: requiredText(fillIn, 5000),
  expectedBenefit: optionalText(2000),
})
export type NewSuggestion = z.infer<typeof newSuggestion>
export const newSuggestionWire = renamed(newSuggestion)

/** A suggestion as one user sees it (contract 3.23). */
export const suggestion = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  category: z.enum(suggestionCategories),
  priority: z.enum(suggestionPriorities),
  expectedBenefit: z.string().nullable(),
  status: z.string(),
  implementationNotes: z.string().nullish(),
  /** Votes up minus votes down. */
  votesCount: z.int(),
  createdAt: instant,
  createdBy: z.string().nullish(),
  /** The viewer's own vote. */
  userVote: z.enum(suggestionVotes).nullish(),
})
export type Suggestion = z.infer<typeof suggestion>
export const suggestionWire = renamed(suggestion)
export const suggestionsWire = z.object({ suggestions: z.array(suggestionWire), total: z.int() })
export const voteReplyWire = renamed(z.object({ vote: z.enum(suggestionVotes).nullable(), votesCount: z.int() }))
export const suggestionStatsWire = renamed(
  z.object({
    total: z.int(),
    byStatus: z.record(z.string(), z.int()),
    byCategory: z.record(z.string(), z.int()),
    byPriority: z.record(z.string(), z.int()),
  }),
)

export const voteBodyWire = renamed(z.object({ voteType: z.enum(suggestionVotes, 'Voto inválido') }))

export const suggestionStatusWire = renamed(
  z.object({ status: z.enum(suggestionStatuses, 'Situação inválida'), implementationNotes: optionalText(5000) }),
)

/** Labels of the form's selects. */
export const suggestionCategoryLabels: Record<(typeof suggestionCategories)[number], string> = {
  interface: 'Interface',
  funcionalidade: 'Funcionalidade',
  performance: 'Performance',
  documentacao: 'Documentação',
  correcao: 'Correção',
  integracao: 'Integração',
  outro: 'Outro',
}
export const suggestionPriorityLabels: Record<(typeof suggestionPriorities)[number], string> = {
  baixa: 'Baixa',
  media: 'Média',
  alta: 'Alta',
}
export const suggestionStatusLabels: Record<(typeof suggestionStatuses)[number], string> = {
  pendente: 'Pendente',
  em_analise: 'Em Análise',
  aprovada: 'Aprovada',
  implementada: 'Implementada',
  rejeitada: 'Rejeitada',
}

/**
 * Default number of suggestions in a response (contract 9.16), and the maximum.
 */
const suggestionLimit = limitParam(10, 100)

/** More suggestions than anybody pages through; a larger `?offset=` means this one. */
const largestOffset = 10_000

/** Query of `GET /suggestions` and `GET /suggestions/search`. */
export const suggestionFilter = z.object({
  q: searchText,
  category: filter(oneOf(suggestionCategories)),
  priority: filter(oneOf(suggestionPriorities)),
  status: filter(oneOf(suggestionStatuses)),
  /** By our own word, or by the name of the field in the response. */
  sortBy: choice(['votes', 'votes_count', 'date', 'created_at'], 'date'),
  order: choice(['asc', 'desc'], 'desc'),
  limit: suggestionLimit,
  offset: queryNumber(
    z
      .number()
      .overwrite((offset) => Math.min(offset, largestOffset))
      .int()
      .min(0),
  )
    .catch(0)
    .default(0),
})
export type SuggestionFilter = z.infer<typeof suggestionFilter>

/** `GET /suggestions/popular` and `/recent`. */
export const suggestionCount = z.object({ limit: suggestionLimit })
