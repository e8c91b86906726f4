import { trackingTypes } from '@malote/core/tracking/tracking-type.ts'
import { Select } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { focusContent } from '../../lib/content.ts'
import { Card } from '../../ui/card.tsx'
import { useAddressLayer } from '../../ui/dialog/use-dialog.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterBar } from '../../ui/filter/filter-bar.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './tracking.module.css'
import { TrackingResults } from './tracking-results.tsx'
import { type TrackingSearch, trackingSearch } from './tracking-search.ts'

const TrackingFilters = lazyPart(() => import('./tracking-filters.tsx'))

const kinds = {
  protocol: { label: 'Nº Protocolo', placeholder: 'Buscar por nº do protocolo...' },
  document: { label: 'Nº Documento', placeholder: 'Buscar por nº do documento...' },
  item: { label: 'Tipo de Item', placeholder: 'Buscar por tipo de item...' },
}
const kindOptions = trackingTypes.map((value) => ({ value, label: kinds[value].label }))

interface TrackingPageProps {
  search: TrackingSearch
  /** Merges a change into the search params. */
  onSearch: (change: TrackingSearch, options?: { replace: boolean }) => void
}

export function TrackingPage({ search, onSearch }: TrackingPageProps) {
  const { search: text = '', type = 'protocol', department, status, category } = search
  const panelCount = [department, status, category].filter((value) => value !== undefined).length
  const layer = useAddressLayer(search.timeline !== undefined, () =>
    onSearch({ timeline: undefined }, { replace: true }),
  )
  const open = (timeline: number) => {
    layer.opened()
    onSearch({ timeline })
  }
  const narrow = (change: TrackingSearch) => onSearch({ timeline: undefined, ...change })
  const seekDocument = () => {
    narrow({ type: 'document' })
    focusContent() // the pressed button unmounts with the empty state
  }

  return (
    <>
      <PageHeader
        title="Rastreamento de Documentos"
        context="Onde cada documento está, com quem, e o que ainda falta acontecer."
      />
      <FilterBar
        search={text}
        placeholder={kinds[type].placeholder}
        onSearch={(wanted) => narrow({ search: wanted })}
        onClear={() => onSearch(trackingSearch({ type }))}
        before={
          <Select
            className={classes.kind}
            aria-label="Tipo de busca"
            data={kindOptions}
            value={type}
            allowDeselect={false}
            onChange={(kind) => narrow({ type: kind ?? undefined })}
          />
        }
        activeCount={panelCount}
      >
        <TrackingFilters search={search} onChange={narrow} />
      </FilterBar>
      {text ? (
        <TrackingResults search={search} onOpen={open} onClose={layer.close} onSeekDocument={seekDocument} />
      ) : (
        <Card>
          <EmptyState title="O que você procura?" icon={IconRoute}>
            Escolha o tipo de busca e informe o número do protocolo, o número do documento ou o tipo de item. O caminho
            de cada item aparece aqui.
          </EmptyState>
        </Card>
      )}
    </>
  )
}
