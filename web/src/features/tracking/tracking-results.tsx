import type { TrackingResult } from '@malote/core/tracking/tracking-result.ts'
import type { TrackingType } from '@malote/core/tracking/tracking-type.ts'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconSearchOff, IconTimeline } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { OriginalDate } from '../../domain/items/due-words.tsx'
import { itemName, itemSubtitle } from '../../domain/items/item-name.ts'
import { OpenOccurrences } from '../../domain/occurrences/occurrences-line.tsx'
import { ProtocolStatusBadge } from '../../domain/protocols/protocol-status-badge.tsx'
import type { TrackingSearch } from '../../domain/screens/searches.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { useLast } from '../../ui/freshness/use-held.ts'
import { useSteadyRows } from '../../ui/freshness/use-steady-rows.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TextLink } from '../../ui/links.tsx'
import { PathSkeleton } from '../../ui/path/path-large.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DotLabel } from '../../ui/status-badge.tsx'
import { openInNewTab, pressable } from '../../ui/table/row-action.tsx'
import { trackingQuery } from './tracking.api.ts'
import classes from './tracking.module.css'
import { TrackingJourney, TrackingSteps } from './tracking-journey.tsx'

const TimelineDialog = lazyPart(() => import('./timeline-dialog.tsx'))

interface TrackingResultsProps {
  search: TrackingSearch
  /** Opens the timeline of an item. */
  onOpen: (item: number) => void
  onClose: () => void
  /** Searches for the same text as whatever it may be. */
  onWiden: () => void
}

export const kindLabels: Record<TrackingType, string> = {
  protocol: 'Nº Protocolo',
  document: 'Nº Documento',
  item: 'Tipo de Item',
}

export function TrackingResults({ search, onOpen, onClose, onWiden }: TrackingResultsProps) {
  const { data, dataUpdatedAt, error, isPlaceholderData, refetch } = useQuery(trackingQuery(search))
  const { rows, frame, notice } = useSteadyRows(data?.results, keyOf)
  const isAsking = isPlaceholderData || !rows
  const head = (
    <Spoken component="div" className={classes.trackingResultsHead} occasion={isAsking ? undefined : asked(search)}>
      {rows && <Found count={rows.length} hasMore={data?.hasMore} found={search.type ? undefined : data?.found} />}
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
                <NothingFound isNarrowed={search.type !== undefined} onWiden={onWiden} />
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

function NothingFound({ isNarrowed, onWiden }: { isNarrowed: boolean; onWiden: () => void }) {
  return (
    <Card>
      <EmptyState
        title="Nenhum resultado encontrado"
        icon={IconSearchOff}
        action={
          // Users often type a document number where a protocol number is expected.
          isNarrowed && (
            <Button variant="default" onClick={onWiden}>
              Buscar por número e por tipo
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

interface FoundProps {
  count: number
  hasMore: boolean | undefined
  /** As what the text was found; undefined when the user had said so. A protocol's number is what people expect. */
  found: TrackingType | undefined
}

function Found({ count, hasMore, found }: FoundProps) {
  return (
    <>
      <h2 id="resultados" className="heading numbers">
        Resultados da Busca ({count} resultado(s))
      </h2>
      {found && found !== 'protocol' && (
        <p className="soft small">
          Encontrado como {found === 'item' ? 'Tipo de Item ou descrição' : kindLabels[found]}.
        </p>
      )}
      {hasMore && <p className="soft small">Há outros itens além destes {count}: detalhe a busca ou use os filtros.</p>}
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

/** Number of timeline steps in the preview (contract 9.7). */
const previewed = 3

/** One item: its path, its location and responsible user, and the last steps of its timeline. */
function TrackingCard({ result, onOpen }: { result: TrackingResult; onOpen: () => void }) {
  const titleId = useId()
  const { protocolId, itemType, category, categoryColor, supplier } = result
  return (
    <article className="surface" aria-labelledby={titleId}>
      <div className={classes.trackingCardHead}>
        <div className="shrink">
          <div className="row wrap gap-4-12">
            <h3 id={titleId} className="heading numbers anywhere">
              {itemName(result)}
            </h3>
            <ProtocolStatusBadge status={result.currentStatus} />
            <OpenOccurrences count={result.openOccurrences} />
          </div>
          {itemSubtitle(result) && <p className={classes.trackingCardFacts}>{result.description}</p>}
          <div className={classes.trackingCardFacts}>
            <TextLink to="/protocolos/$id" params={{ id: String(protocolId) }} inherit>
              Protocolo #{protocolId}
            </TextLink>
            <span>{itemType || 'Sem tipo'}</span>
            <DotLabel color={categoryColor ?? null}>{category || 'Sem categoria'}</DotLabel>
            {supplier && <span>{supplier}</span>}
            <OriginalDate item={result} />
          </div>
        </div>
        <Button
          variant="default"
          leftSection={<IconTimeline size={16} aria-hidden />}
          aria-haspopup="dialog"
          aria-describedby={titleId}
          onClick={onOpen}
        >
          Ver Timeline
        </Button>
      </div>
      <div className={classes.body}>
        <TrackingJourney result={result} />
        <div className={classes.preview}>
          <TrackingSteps label={`Últimas etapas de ${itemName(result)}`} steps={result.timeline.slice(-previewed)} />
        </div>
      </div>
    </article>
  )
}
