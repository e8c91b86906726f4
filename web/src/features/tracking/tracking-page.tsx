import { trackingTypes } from '@malote/core/tracking/tracking-type.ts'
import { Select } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type TrackingSearch, trackingSearch } from '../../domain/screens/searches.ts'
import { focusContent } from '../../lib/content.ts'
import { Card } from '../../ui/card.tsx'
import { useAddressLayer } from '../../ui/dialog/use-dialog.ts'
import { FilterBar } from '../../ui/filter/filter-bar.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { trackingQuery } from './tracking.api.ts'
import classes from './tracking.module.css'
import { kindLabels, TrackingResults } from './tracking-results.tsx'

const TrackingFilters = lazyPart(() => import('./tracking-filters.tsx'))

const kindOptions = trackingTypes.map((value) => ({ value, label: kindLabels[value] }))

interface TrackingPageProps {
  search: TrackingSearch
  /** Merges a change into the search params. */
  onSearch: (change: TrackingSearch, options?: { replace: boolean }) => void
}

export default function TrackingPage({ search, onSearch }: TrackingPageProps) {
  const { search: text = '', type, department, status, category } = search
  const panelCount = [department, status, category].filter((value) => value !== undefined).length
  const layer = useAddressLayer(search.timeline !== undefined, () =>
    onSearch({ timeline: undefined }, { replace: true }),
  )
  const open = (timeline: number) => {
    layer.opened()
    onSearch({ timeline })
  }
  const narrow = (change: TrackingSearch) => onSearch({ timeline: undefined, ...change })
  const widen = () => {
    narrow({ type: undefined })
    focusContent() // the pressed button unmounts with the empty state
  }
  // The first kind that is tried, until one has hits.
  const { data } = useQuery(trackingQuery(search))
  const shownType = type ?? data?.found ?? 'protocol'

  return (
    <>
      <PageHeader title="Rastreamento de Documentos" />
      <FilterBar
        search={text}
        placeholder="Nº do protocolo, do documento ou tipo de item..."
        onSearch={(wanted) => narrow({ search: wanted })}
        onClear={() => onSearch(trackingSearch({}))}
        before={
          <Select
            className={classes.kind}
            aria-label="Tipo de busca"
            data={kindOptions}
            value={shownType}
            allowDeselect={false}
            onChange={(kind) => narrow({ type: kind ?? undefined })}
          />
        }
        activeCount={panelCount}
      >
        <TrackingFilters search={search} onChange={narrow} />
      </FilterBar>
      {text ? (
        <TrackingResults search={search} onOpen={open} onClose={layer.close} onWiden={widen} />
      ) : (
        <Card>
          <EmptyState title="O que você procura?" icon={IconRoute}>
            Informe o número do protocolo, o número do documento ou o tipo de item. O caminho de cada item aparece aqui.
          </EmptyState>
        </Card>
      )}
    </>
  )
}
