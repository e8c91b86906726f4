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
