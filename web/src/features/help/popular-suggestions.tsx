import { type Suggestion, type SuggestionVote, suggestionCategoryLabels } from '@malote/core/help/suggestion.ts'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { castVote, popularSuggestionsQuery } from './help.api.ts'
import classes from './help.module.css'
import { SuggestionBadge } from './suggestion-card.tsx'

/** The five most popular suggestions, with one vote per user. */
export function PopularSuggestions({ aside }: { aside?: ReactNode }) {
  const popular = useQuery(popularSuggestionsQuery)
  return (
    <Card title="Sugestões mais populares" aside={aside}>
      <QueryStates
        query={popular}
        failed="Erro ao carregar sugestões."
        loading={<Skeleton height={160} />}
        isEmpty={({ suggestions }) => !suggestions?.length}
        empty={<EmptyState title="Nenhuma sugestão ainda">A primeira pode ser a sua.</EmptyState>}
      >
        {({ suggestions }) => (
          <ul className={classes.suggestions}>
            {suggestions?.map((suggestion) => (
              <li key={suggestion.id} className={classes.suggestion}>
                <div>
                  <p className={classes.suggestionTitle}>
                    {suggestion.title} <SuggestionBadge status={suggestion.status} />
                  </p>
                  <p className={classes.summary}>
                    {suggestionCategoryLabels[suggestion.category] ?? suggestion.category} ·{' '}
                    {counted(suggestion.votesCount ?? 0, 'voto', 'votos')}
                  </p>
                  <p className={classes.excerpt}>{suggestion.description}</p>
                </div>
                <Votes suggestion={suggestion} />
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
    </Card>
  )
}

function Votes({ suggestion }: { suggestion: Suggestion }) {
  const { mutate, isPending, variables } = useMutation(castVote(useQueryClient()))
  // Shows the vote before the response.
  const own = isPending ? variables.vote : (suggestion.userVote ?? null)
  const vote = (wanted: SuggestionVote) => {
    if (isPending) return
    mutate({ id: suggestion.id, vote: own === wanted ? null : wanted })
  }
  const [Up, Down] = [
    own === 'up' ? IconThumbUpFilled : IconThumbUp,
    own === 'down' ? IconThumbDownFilled : IconThumbDown,
  ]
  return (
    <div className={classes.votes}>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`Votar a favor: ${suggestion.title}`}
        aria-pressed={own === 'up'}
        onClick={() => vote('up')}
      >
        <Up size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`Votar contra: ${suggestion.title}`}
        aria-pressed={own === 'down'}
        onClick={() => vote('down')}
      >
        <Down size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
