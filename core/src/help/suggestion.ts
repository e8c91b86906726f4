import { z } from 'zod'
import { searchText } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { instant, optionalText, requiredText } from '../shared/wire-values.ts'

export const suggestionCategories = [
  'interface',
  'funcionalidade',
  'performance',
  'documentacao',
  'correcao',
  'integracao',
  'outro',
] as const
export const suggestionPriorities = ['baixa', 'media', 'alta'] as const
export const suggestionStatuses = ['pendente', 'em_analise', 'aprovada', 'implementada', 'rejeitada'] as const

/** What the badge says; a pending suggestion has none, and what is not on the list was turned down (SPEC 4). */
export function suggestionBadge(status: string): string | undefined {
  if (status === 'pendente') return undefined
  const words: Record<string, string> = { em_analise: 'Em Análise', aprovada: 'Aprovada', implementada: 'Implementada' }
  return words[status] ?? 'Rejeitada'
}

const fillIn = 'Por favor, preencha todos os campos obrigatórios.'

export const newSuggestion = z.object({
  category: z.enum(suggestionCategories, fillIn),
  priority: z.enum(suggestionPriorities, fillIn),
  title: requiredText(fillIn, 200),
  description: requiredText(fillIn, 5000),
  expectedBenefit: optionalText(2000),
})
export const newSuggestionWire = renamed(newSuggestion)

export const suggestion = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  category: z.enum(suggestionCategories),
  priority: z.enum(suggestionPriorities),
  expectedBenefit: z.string().nullable(),
  status: z.string(),
  implementationNotes: z.string().nullish(),
  /** Votes up less votes down. */
  votesCount: z.int(),
  createdAt: instant,
  createdBy: z.string().nullish(),
})
export type Suggestion = z.infer<typeof suggestion>
export const suggestionWire = renamed(suggestion)

export const suggestionVotes = ['up', 'down'] as const
export const voteBodyWire = renamed(z.object({ voteType: z.enum(suggestionVotes, 'Voto inválido') }))

export const suggestionStatusWire = renamed(
  z.object({ status: z.enum(suggestionStatuses, 'Situação inválida'), implementationNotes: optionalText(5000) }),
)

/** How many suggestions one answer may hold. */
const mostSuggestions = 100

export const suggestionLimit = z.coerce.number().int().min(1).max(mostSuggestions).catch(10).default(10)

export const suggestionFilter = z.object({
  q: searchText,
  category: z.enum(suggestionCategories).optional().catch(undefined),
  priority: z.enum(suggestionPriorities).optional().catch(undefined),
  status: z.enum(suggestionStatuses).optional().catch(undefined),
  sortBy: z.enum(['votes', 'date']).catch('date').default('date'),
  order: z.enum(['asc', 'desc']).catch('desc').default('desc'),
  limit: suggestionLimit,
  offset: z.coerce.number().int().min(0).max(10_000).catch(0).default(0),
})
