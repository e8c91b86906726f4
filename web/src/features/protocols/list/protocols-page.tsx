import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../domain/session/session.tsx'
import { counted } from '../../../lib/format.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { tableStates } from '../../../ui/query-states.tsx'
import { useExistingPage } from '../../../ui/use-existing-page.ts'
import type { RunAction } from '../actions/protocol-actions.ts'
import { useProtocolActions } from '../actions/use-protocol-actions.tsx'
import { protocolsQuery } from '../protocols.api.ts'
import { ListSummary } from './list-summary.tsx'
import { ProtocolCard } from './protocol-card.tsx'
import { protocolColumns } from './protocol-columns.tsx'
import { type ProtocolSearch, protocolFilterOf, protocolSearch } from './protocol-search.ts'

const ProtocolFilters = lazyPart(() => import('./protocol-filters.tsx'))

interface ProtocolsPageProps {
  search: ProtocolSearch
  /** Merges a change into the search params. */
  onSearch: (change: ProtocolSearch, options?: { replace: boolean }) => void
}

export function ProtocolsPage({ search, onSearch }: ProtocolsPageProps) {
  const viewer = useViewer()
  const { run, dialogs } = useProtocolActions()
  const protocols = useQuery(protocolsQuery(protocolFilterOf(search)))
  const { data, isPlaceholderData } = protocols
  const { page = 1, search: text = '', status, department, startDate, endDate } = search
  const panelCount = [status, department, startDate, endDate].filter((value) => value !== undefined).length
  const isFiltered = panelCount > 0 || text !== ''

  const onAction: RunAction = (action, protocol) => run[action](protocol)
  const narrow = (change: ProtocolSearch) => onSearch({ ...change, page: 1 })
  const goTo = (to: number) => onSearch({ page: to })
  useExistingPage(page, isPlaceholderData ? undefined : data?.meta?.lastPage, (to) =>
    onSearch({ page: to }, { replace: true }),
  )

  return (
    <>
      <PageHeader
        title="Protocolos"
        count={data && summary(data.meta?.total ?? 0, isFiltered)}
        occasion={isPlaceholderData ? undefined : JSON.stringify({ ...search, page: 1 })}
        context={data && !isFiltered && <ListSummary />}
        action={
          <LinkButton to="/protocolos/novo" leftSection={<IconPlus size={16} aria-hidden />}>
            Novo Protocolo
          </LinkButton>
        }
      />
      <FilterBar
        search={text}
        placeholder="Buscar por ID, departamento..."
        onSearch={(wanted) => narrow({ search: wanted })}
        onClear={() => onSearch(protocolSearch({}))}
        activeCount={panelCount}
      >
        <ProtocolFilters search={search} onChange={narrow} />
      </FilterBar>
      <DataTable
        caption="Protocolos"
        columns={protocolColumns(viewer, onAction, text)}
        rows={data?.data}
        rowKey={({ id }) => id}
        card={(row) => <ProtocolCard protocol={row} search={text} viewer={viewer} onAction={onAction} />}
        {...tableStates(protocols, 'Erro ao carregar protocolos. Tente novamente.')}
        empty={<NoProtocols isFiltered={isFiltered} />}
      />
      {data?.meta && data.data.length > 0 && (
        <Pagination
          page={page}
          lastPage={data.meta.lastPage}
          perPage={data.meta.perPage}
          total={data.meta.total}
          onChange={goTo}
        />
      )}
      {dialogs}
    </>
  )
}

const summary = (total: number, isFiltered: boolean) =>
  isFiltered
    ? counted(total, 'protocolo encontrado', 'protocolos encontrados')
    : counted(total, 'protocolo', 'protocolos')

function NoProtocols({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="Nenhum protocolo encontrado">
      {isFiltered
        ? 'Tente outros termos de busca ou limpe os filtros.'
        : 'Os protocolos que o seu departamento enviar ou receber aparecem aqui.'}
    </EmptyState>
  )
}
