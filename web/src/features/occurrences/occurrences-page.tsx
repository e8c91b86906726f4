import { mostOccurrencesListed, type Occurrence } from '@malote/core/occurrences/occurrence.ts'
import { pageSizes } from '@malote/core/shared/pagination.ts'
import { useQuery } from '@tanstack/react-query'
import { useItemPress } from '../../domain/items/about-item.tsx'
import { occurrencesQuery } from '../../domain/occurrences/occurrences.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { counted, formatNumber } from '../../lib/format.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterBar } from '../../ui/filter/filter-bar.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { tableStates } from '../../ui/query-states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { useExistingPage } from '../../ui/table/use-existing-page.ts'
import { OccurrenceCard, type OccurrenceContext, occurrenceColumns } from './occurrence-rows.tsx'
import { type OccurrenceSearch, occurrenceFilterOf, occurrenceSearch } from './occurrence-search.ts'

const OccurrenceFilters = lazyPart(() => import('./occurrence-filters.tsx'))
const ResolveDialog = lazyPart(() => import('../../domain/occurrences/resolve-dialog.tsx'))

interface OccurrencesPageProps {
  search: OccurrenceSearch
  /** Merges a change into the search params. */
  onSearch: (change: OccurrenceSearch, options?: { replace: boolean }) => void
}

/** What went wrong with items that the viewer sees; the open ones unless asked otherwise. */
export function OccurrencesPage({ search, onSearch }: OccurrencesPageProps) {
  const viewer = useViewer()
  const openItem = useItemPress()
  const filter = occurrenceFilterOf(search)
  const occurrences = useQuery(occurrencesQuery(filter))
  const { data, isPlaceholderData } = occurrences
  const total = data?.meta?.total ?? 0
  const { status, kind, department, side } = search
  const panelCount = [status, kind, department, side].filter((value) => value !== undefined).length
  const isFiltered = panelCount > 0 || search.search !== undefined
  const resolving = useDialog<Occurrence>()
  useExistingPage(filter.page, isPlaceholderData ? undefined : data?.meta?.lastPage, (page) =>
    onSearch({ page }, { replace: true }),
  )
  const narrow = (change: OccurrenceSearch) => onSearch({ ...change, page: 1 })
  const context: OccurrenceContext = { viewer, onResolve: resolving.open }
  return (
    <>
      <PageHeader
        title="Ocorrências"
        count={data && summary(total, isFiltered)}
        occasion={isPlaceholderData ? undefined : JSON.stringify({ ...filter, page: 1 })}
      />
      <FilterBar
        search={search.search ?? ''}
        placeholder="Buscar por protocolo, documento..."
        onSearch={(wanted) => narrow({ search: wanted })}
        onClear={() => onSearch({ ...occurrenceSearch({}), perPage: search.perPage })}
        activeCount={panelCount}
      >
        <OccurrenceFilters search={search} onChange={narrow} />
      </FilterBar>
      <DataTable
        caption="Ocorrências"
        columns={occurrenceColumns(context)}
        rows={data?.data}
        rowKey={({ id }) => id}
        card={(row) => <OccurrenceCard row={row} context={context} />}
        onRowPress={openItem}
        {...tableStates(occurrences, 'Erro ao carregar as ocorrências. Tente novamente.')}
        empty={<NoOccurrences isFiltered={isFiltered} />}
      />
      {data?.meta && total > 0 && (
        <Pagination
          page={filter.page}
          lastPage={data.meta.lastPage}
          perPage={data.meta.perPage}
          total={total}
          onChange={(page) => onSearch({ page })}
          sizes={{
            all: pageSizes,
            chosen: filter.perPage,
            onChange: (size) => narrow({ perPage: occurrenceSearch({ perPage: size }).perPage }),
          }}
        />
      )}
      {resolving.subject && (
        <ResolveDialog
          key={resolving.opening}
          isOpen={resolving.isOpen}
          occurrence={resolving.subject}
          onClose={resolving.close}
        />
      )}
    </>
  )
}

function summary(total: number, isFiltered: boolean): string {
  if (total >= mostOccurrencesListed) return `As ${formatNumber(total)} ocorrências mais recentes`
  return isFiltered
    ? counted(total, 'ocorrência encontrada', 'ocorrências encontradas')
    : counted(total, 'ocorrência aberta', 'ocorrências abertas')
}

function NoOccurrences({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="Nenhuma ocorrência encontrada">Tente outros termos de busca ou limpe os filtros.</EmptyState>
  ) : (
    <EmptyState title="Nenhuma ocorrência aberta">
      O que não veio, veio avariado ou se perdeu aparece aqui até alguém resolver. Para registrar, abra o item e escolha
      Registrar ocorrência.
    </EmptyState>
  )
}
