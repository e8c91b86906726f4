import { canReturnInBulk } from '@malote/core/items/item-rules.ts'
import { isAtDestination } from '@malote/core/protocols/protocol-rules.ts'
import { protocolOfRow } from '@malote/core/returns/return-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useToday } from '../../domain/organisation/use-today.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { counted } from '../../lib/format.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { tableStates } from '../../ui/query-states.tsx'
import { RowsExport } from '../../ui/rows-export.tsx'
import { forgetErrors, notifyError } from '../../ui/toasts.ts'
import { useDialog } from '../../ui/use-dialog.ts'
import { useExistingPage } from '../../ui/use-existing-page.ts'
import { useLast } from '../../ui/use-last.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type Refusal, Refusals, refusalsOf } from './refusals.tsx'
import { ReturnCard } from './return-card.tsx'
import { type ReturnContext, returnColumns } from './return-columns.tsx'
import type { OpenReturnDialog } from './return-dialogs.tsx'
import { type ReturnSearch, returnFilterOf, returnSearch } from './return-search.ts'
import { returnsQuery } from './returns.api.ts'
import classes from './returns-page.module.css'
import { SideSwitch } from './side-switch.tsx'
import { useSelection } from './use-selection.ts'

const ReturnFilters = lazyPart(() => import('./return-filters.tsx'))
const ReturnDialogs = lazyPart(() => import('./return-dialogs.tsx'))
const DetailsDialog = lazyPart(() => import('./details-dialog.tsx'))

interface ReturnsPageProps {
  search: ReturnSearch
  /** Merges a change into the search params. */
  onSearch: (change: ReturnSearch, options?: { replace: boolean }) => void
}

/** Items that must come back: search, select, and mark as returned, one at a time or several at once. */
export function ReturnsPage({ search, onSearch }: ReturnsPageProps) {
  const viewer = useViewer()
  const today = useToday()
  const filter = returnFilterOf(search)
  const returns = useQuery(returnsQuery(filter))
  const { data, isPlaceholderData } = returns
  const rows = data?.data
  const selectable = (rows ?? []).filter((row) => canReturnInBulk(viewer, protocolOfRow(row), row).allowed)
  const selection = useSelection(
    JSON.stringify(filter),
    selectable.map(({ id }) => id),
  )
  const hasSelected = selection.ids.length > 0
  useEffect(() => {
    if (hasSelected) forgetErrors() // the missing selection has been made
  }, [hasSelected])
  const dialog = useDialog<OpenReturnDialog>()
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const { status, department, dateFilter } = search
  const panelCount = [status, department, dateFilter].filter((value) => value !== undefined).length
  const isFiltered = panelCount > 0 || search.search !== undefined || search.side !== undefined
  // Users who can return items here keep the bar, also after returning the last item.
  const [hasBar, setHasBar] = useState(false)
  if (!hasBar && rows?.some((row) => isAtDestination(viewer, row))) setHasBar(true)

  const opened = rows?.find(({ id }) => id === search.item) ?? null
  const shown = useLast(opened)
  useExistingPage(filter.page, isPlaceholderData ? undefined : data?.meta?.lastPage, (page) =>
    onSearch({ page }, { replace: true }),
  )

  const narrow = (change: ReturnSearch) => onSearch({ ...change, page: 1, item: undefined })
  const goTo = (page: number) => onSearch({ page, item: undefined })
  const show = (item: number | undefined) => onSearch({ item }, { replace: item === undefined })
  const context: ReturnContext = {
    viewer,
    today,
    selection,
    canSelectAny: selectable.length > 0,
    onOpen: ({ id }) => show(id),
    onAssign: (row) => {
      if (opened) show(undefined)
      dialog.open({ what: 'assign', row })
    },
  }
  const returnSelected = () => {
    if (!hasSelected) return notifyError('Selecione pelo menos um item para retornar.')
    dialog.open({ what: 'return', rows: selectable.filter(({ id }) => selection.has(id)) })
  }

  return (
    <div className={classes.page} data-selecting={hasSelected}>
      <PageHeader
        title="Retorno de Itens"
        count={data && summary(data.meta?.total ?? 0, isFiltered)}
        occasion={isPlaceholderData ? undefined : JSON.stringify({ ...filter, page: 1 })}
      >
        <RowsExport label="Exportar (CSV)" path="/api/returns/export" query={filter} />
      </PageHeader>
      <FilterBar
        search={search.search ?? ''}
        placeholder="Buscar por ID, documento..."
        onSearch={(wanted) => narrow({ search: wanted })}
        onClear={() => onSearch(returnSearch({}))}
        toggle={{ show: 'Mostrar filtros', hide: 'Ocultar filtros' }}
        activeCount={panelCount}
      >
        <ReturnFilters search={search} onChange={narrow} />
      </FilterBar>
      <div className={classes.above}>
        {viewer.departmentId !== null && <SideSwitch side={search.side} onChange={(side) => narrow({ side })} />}
        {hasBar && <BulkBar selection={selection} canSelectAny={selectable.length > 0} onReturn={returnSelected} />}
      </div>
      {refusals.length > 0 && <Refusals refusals={refusals} onClose={() => setRefusals([])} />}
      <DataTable
        caption="Itens com retorno"
        columns={returnColumns(context)}
        rows={rows}
        rowKey={({ id }) => id}
        card={(row) => <ReturnCard row={row} context={context} />}
        isSelected={({ id }) => selection.has(id)}
        {...tableStates(returns, 'Erro ao carregar itens. Tente novamente.')}
        empty={<NoReturns isFiltered={isFiltered} />}
      />
      {data?.meta && (rows?.length ?? 0) > 0 && (
        <Pagination
          page={filter.page}
          lastPage={data.meta.lastPage}
          perPage={data.meta.perPage}
          total={data.meta.total}
          onChange={goTo}
        />
      )}
      <Suspense fallback={null}>
        {shown && (
          <DetailsDialog isOpen={opened !== null} row={shown} context={context} onClose={() => show(undefined)} />
        )}
        {dialog.subject && (
          <ReturnDialogs
            key={dialog.opening}
            open={dialog.subject}
            isOpen={dialog.isOpen}
            onReturned={(results, asked) => {
              selection.clear()
              setRefusals(refusalsOf(results, asked))
            }}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </div>
  )
}

const summary = (total: number, isFiltered: boolean) =>
  isFiltered
    ? counted(total, 'item encontrado', 'itens encontrados')
    : counted(total, 'item pendente', 'itens pendentes')

function NoReturns({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="Nenhum item com retorno encontrado.">
      {isFiltered
        ? 'Tente outros termos de busca ou limpe os filtros.'
        : 'Os itens que o seu departamento deve devolver, ou espera de volta, aparecem aqui.'}
    </EmptyState>
  )
}
