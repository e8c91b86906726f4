import type { TrackingResult } from '@malote/core/tracking/tracking-result.ts'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../lib/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useLast } from '../../ui/freshness/use-last.ts'
import { useSteadyRows } from '../../ui/freshness/use-steady-rows.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PathSkeleton } from '../../ui/path/path-skeleton.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { openInNewTab, pressable } from '../../ui/table/row-press.ts'
import { trackingQuery } from './tracking.api.ts'
import classes from './tracking.module.css'
import { TrackingCard } from './tracking-card.tsx'
import type { TrackingSearch } from './tracking-search.ts'

const TimelineDialog = lazyPart(() => import('./timeline-dialog.tsx'))

interface TrackingResultsProps {
  search: TrackingSearch
  /** Opens the timeline of an item. */
  onOpen: (item: number) => void
  onClose: () => void
  /** Searches for the same text as a document number. */
  onSeekDocument: () => void
}

export function TrackingResults({ search, onOpen, onClose, onSeekDocument }: TrackingResultsProps) {
  const { data, dataUpdatedAt, error, isPlaceholderData, refetch } = useQuery(trackingQuery(search))
  const { rows, frame, notice } = useSteadyRows(data?.results, keyOf)
  const isAsking = isPlaceholderData || !rows
  const head = (
    <Spoken component="div" className={classes.trackingResultsHead} occasion={isAsking ? undefined : asked(search)}>
      {rows && <Found count={rows.length} hasMore={data?.hasMore} />}
    </Spoken>
  )
  return (
    <section aria-labelledby={rows && 'resultados'} aria-busy={isAsking && !error} data-dimmed={isPlaceholderData}>
      <QueryStates
        query={{ data: rows, error, dataUpdatedAt, refetch }}
        failed={errorMessage(error, 'Erro ao buscar dados')}
        isFramed
        loading={
          <>
            {head}
            <TrackingSkeleton />
          </>
        }
      >
        {(results) => (
          <>
            {head}
            <div ref={frame}>
              {notice}
              {results.length === 0 ? (
                <NothingFound type={search.type} onSeekDocument={onSeekDocument} />
              ) : (
                <ul className={classes.list} data-dimmed={isPlaceholderData}>
                  {results.map((result) => (
                    <li
                      key={result.id}
                      {...pressable(({ isNewTab }) =>
                        isNewTab ? openInNewTab(`/protocolos/${result.protocolId}`) : onOpen(result.id),
                      )}
                    >
                      <TrackingCard result={result} onOpen={() => onOpen(result.id)} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </>
        )}
      </QueryStates>
      <OpenTimeline result={rows?.find(({ id }) => id === search.timeline)} onClose={onClose} />
    </section>
  )
}

function NothingFound({ type, onSeekDocument }: { type: TrackingSearch['type']; onSeekDocument: () => void }) {
  return (
    <Card>
      <EmptyState
        title="Nenhum resultado encontrado"
        icon={IconSearchOff}
        action={
          // Users often type a document number where a protocol number is expected.
          type !== 'document' && (
            <Button variant="default" onClick={onSeekDocument}>
              Buscar por Nº Documento
            </Button>
          )
        }
      >
        Tente ajustar os termos de busca ou filtros
      </EmptyState>
    </Card>
  )
}

const keyOf = ({ id }: TrackingResult) => id

/** Identifies the search; opening a timeline does not change it. */
const asked = (search: TrackingSearch) => JSON.stringify({ ...search, timeline: undefined })

function Found({ count, hasMore }: { count: number; hasMore: boolean | undefined }) {
  return (
    <>
      <h2 id="resultados" className={classes.trackingResultsTitle}>
        Resultados da Busca ({count} resultado(s))
      </h2>
      {hasMore && (
        <p className={classes.more}>Há outros itens além destes {count}: detalhe a busca ou use os filtros.</p>
      )}
    </>
  )
}

function OpenTimeline({ result, onClose }: { result: TrackingResult | undefined; onClose: () => void }) {
  const shown = useLast(result)
  return shown && <TimelineDialog isOpen={result !== undefined} result={shown} onClose={onClose} />
}

/** Has the shape of the results: their number, and two with paths. */
function TrackingSkeleton() {
  return (
    <Stack aria-busy aria-label="Buscando" role="status">
      <Skeleton height={20} width={260} />
      {[1, 2].map((one) => (
        <Card key={one}>
          <Stack gap="md">
            <Skeleton height={20} width="30%" />
            <PathSkeleton />
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}
