import {
  type Suggestion,
  suggestionCategoryLabels,
  suggestionPriorityLabels,
  suggestionStatusLabels,
} from '@malote/core/help/suggestion.ts'
import { Button } from '@mantine/core'
import { formatDate, formatNumber } from '../../lib/format.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import classes from './help.module.css'
import { SuggestionBadge } from './suggestion-badge.tsx'

export const suggestionColumns = (onDecide: (suggestion: Suggestion) => void): Column<Suggestion>[] => [
  {
    key: 'title',
    header: 'Sugestão',
    isRowHeader: true,
    cell: ({ title, description }) => (
      <>
        {title}
        <span className={classes.excerpt}>{description}</span>
      </>
    ),
  },
  { key: 'category', header: 'Categoria', cell: ({ category }) => suggestionCategoryLabels[category] ?? category },
  { key: 'priority', header: 'Prioridade', cell: ({ priority }) => suggestionPriorityLabels[priority] ?? priority },
  { key: 'votes', header: 'Votos', align: 'end', cell: ({ votesCount }) => formatNumber(votesCount ?? 0) },
  {
    key: 'author',
    header: 'Enviada por',
    cell: ({ createdBy, createdAt }) => `${createdBy ?? '—'}, ${formatDate(createdAt)}`,
  },
  {
    key: 'status',
    header: 'Situação',
    cell: ({ status }) =>
      status === 'pendente' ? suggestionStatusLabels.pendente : <SuggestionBadge status={status} />,
  },
  {
    key: 'actions',
    header: 'Ações',
    isHeaderHidden: true,
    cell: (suggestion) => (
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Alterar situação: ${suggestion.title}`}
        onClick={() => onDecide(suggestion)}
      >
        Alterar situação
      </Button>
    ),
  },
]
