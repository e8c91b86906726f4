import type { TrackingResult } from '@malote/core/tracking/tracking-result.ts'
import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useLast } from '../../ui/use-last.ts'
import { trackingQuery } from './tracking.api.ts'
import { TrackingCard } from './tracking-card.tsx'
import classes from './tracking-results.module.css'
import type { TrackingSearch } from './tracking-search.ts'
import { TrackingSkeleton } from './tracking-skeleton.tsx'

const TimelineDialog = lazyPart(() => import('./timeline-dialog.tsx'))

interface TrackingResultsProps {
  search: TrackingSearch
  /** The item whose timeline is to be open; undefined closes it. */
  onOpen: (item: number | undefined) => void
  /** Looks for the same text among the numbers of documents. */
  onSeekDocument: () => void
}

export function TrackingResults({ search, onOpen, onSeekDocument }: TrackingResultsProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(trackingQuery(search))

  if (error) {
    return (
      <Card>
        <ErrorState title={errorMessage(error, 'Erro ao buscar dados')} onRetry={refetch} />
      </Card>
    )
  }
  if (!data) return <TrackingSkeleton />
  const { results, hasMore } = data
  return (
    <section aria-labelledby="resultados" aria-busy={isPlaceholderData} data-dimmed={isPlaceholderData}>
      <div className={classes.head} aria-live="polite">
        <h2 id="resultados" className={classes.title}>
          Resultados da Busca ({results.length} resultado(s))
        </h2>
        {hasMore && (
          <p className={classes.more}>
            Há outros itens além destes {results.length}: detalhe a busca ou use os filtros.
          </p>
        )}
      </div>
      {results.length === 0 ? (
        <Card>
          <EmptyState
            title="Nenhum resultado encontrado"
            icon={IconSearchOff}
            action={
              // Most often the number of a document was typed where that of a protocol is expected.
              search.type !== 'document' && (
                <Button variant="default" onClick={onSeekDocument}>
                  Buscar por Nº Documento
                </Button>
              )
            }
          >
            Tente ajustar os termos de busca ou filtros
          </EmptyState>
        </Card>
      ) : (
        <ul className={classes.list} data-dimmed={isPlaceholderData}>
          {results.map((result) => (
            <li key={result.id}>
              <TrackingCard result={result} onOpen={() => onOpen(result.id)} />
            </li>
          ))}
        </ul>
      )}
      <OpenTimeline result={results.find(({ id }) => id === search.timeline)} onClose={() => onOpen(undefined)} />
    </section>
  )
}

function OpenTimeline({ result, onClose }: { result: TrackingResult | undefined; onClose: () => void }) {
  const shown = useLast(result)
  return (
    <Suspense>{shown && <TimelineDialog isOpen={result !== undefined} result={shown} onClose={onClose} />}</Suspense>
  )
}
