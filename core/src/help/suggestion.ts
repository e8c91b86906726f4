import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { instant, optionalText, requiredLine, requiredText } from '../shared/wire-values.ts'
import { suggestionCategories, suggestionPriorities, suggestionStatuses } from './suggestion-filter.ts'

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
