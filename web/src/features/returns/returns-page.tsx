import { largestBulk } from '@malote/core/items/item.ts'
import { isAtDestination } from '@malote/core/protocols/protocol-rules.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { sideOf } from '@malote/core/returns/return-rules.ts'
import { pageSizes } from '@malote/core/shared/pagination.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OpenRequestDialog } from '../../domain/due-dates/requests/requests.api.ts'
import { useAnsweredUntil } from '../../domain/due-dates/requests/requests.api.ts'
import { remindOne } from '../../domain/items/bulk/bulk.api.ts'
import { bulkActions, bulkActionsFor } from '../../domain/items/bulk/bulk-actions.ts'
import { RefusalList } from '../../domain/items/bulk/refusals.tsx'
import { useBulk } from '../../domain/items/bulk/use-bulk.tsx'
import { OccurrencesLink } from '../../domain/occurrences/occurrences-line.tsx'
import { useToday } from '../../domain/organisation/use-today.ts'
import { fetchReturns, keepReturned, returnsQuery } from '../../domain/returns/returns.api.ts'
import { useSelection } from '../../domain/screens/use-selection.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { focusContent } from '../../lib/content.ts'
import { saveFile } from '../../lib/files.ts'
import { counted } from '../../lib/format.ts'
import { usePendingCalls } from '../../lib/use-pending-calls.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterBar } from '../../ui/filter/filter-bar.tsx'
import { FilterChip } from '../../ui/filter/filter-chip.tsx'
import { FilterToggle } from '../../ui/filter/filter-toggle.tsx'
import { useLast } from '../../ui/freshness/use-held.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { tableStates } from '../../ui/query-states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { openInNewTab } from '../../ui/table/row-action.tsx'
import { RowsExport } from '../../ui/table/rows-export.tsx'
import { ListBar, SelectionBar } from '../../ui/table/selection-bar.tsx'
import { useExistingPage } from '../../ui/table/use-existing-page.ts'
import { forgetErrors } from '../../ui/toasts.ts'
import { dueDaysWords } from './due-days.ts'
import { ReturnCard } from './return-card.tsx'
import { type ReturnContext, returnColumns, SelectAll } from './return-columns.tsx'
import { type ReturnSearch, returnFilterOf, returnSearch } from './return-search.ts'
import { bulkItemOf, choiceRefusal } from './return-selection.ts'
import classes from './returns.module.css'
import { usePersonName } from './use-person-name.ts'
import { OverdueCount, type ReturnsView, SideSwitch, ViewSwitch } from './view-switch.tsx'

const ReturnFilters = lazyPart(() => import('./return-filters.tsx'))
const AssignDialog = lazyPart(() => import('../../domain/returns/assign-dialog.tsx'))
const RequestDialogs = lazyPart(() => import('../../domain/due-dates/requests/request-dialogs.tsx'))
const ItemDetailsDialog = lazyPart(() => import('./item-details-dialog.tsx'))

interface ReturnsPageProps {
  search: ReturnSearch
  /** Merges a change into the search params. */
  onSearch: (change: ReturnSearch, options?: { replace: boolean }) => void
  onSwitchView: (view: ReturnsView) => void
  /** Remembers a choice of filters for the next visit. */
  onChoose: (search: ReturnSearch) => void
}

/** Items that must come back: search, select, and mark as returned, one at a time or several at once. */
export function ReturnsPage({ search, onSearch, onSwitchView, onChoose }: ReturnsPageProps) {
  const viewer = useViewer()
  const today = useToday()
  const lastAnswered = useAnsweredUntil()
  const queryClient = useQueryClient()
  const filter = returnFilterOf(search)
  const returns = useQuery(returnsQuery(filter))
  const { data, isPlaceholderData } = returns
  const rows = data?.data ?? []
  const total = data?.meta?.total ?? 0
  const refusalOf = (row: ReturnRow) => choiceRefusal(viewer, row, search)
  const selection = useSelection<ReturnRow>({
    name: 'retornos',
    list: JSON.stringify({ ...filter, page: 1, perPage: undefined }),
    page: `${filter.page}/${filter.perPage}`,
    rows: isPlaceholderData ? undefined : data?.data,
    canChoose: (row) => refusalOf(row) === null,
    loadAll: (most, signal) => fetchReturns(filter, most, signal),
    limit: largestBulk,
  })
  const count = selection.rows.length
  useEffect(() => {
    if (count > 0) forgetErrors() // the missing selection has been made
  }, [count])
  const bulk = useBulk({
    selection,
    toItem: bulkItemOf,
    onDone: (action, { done }) => action === 'return' && keepReturned(queryClient, done),
  })
  const reminder = remindOne(queryClient)
  const { mutate: remind } = useMutation(reminder)
  const reminding = usePendingCalls(reminder)
  const assigning = useDialog<ReturnRow>()
  const requesting = useDialog<OpenRequestDialog>()

  const { status, department, dateFilter, responsible, occurrence, perPage } = search
  const panelCount = [status, department, dateFilter, responsible].filter((value) => value !== undefined).length
  const dueDays = dueDaysWords({ from: search.dateFrom, to: search.dateTo })
  const isFiltered = panelCount > 0 || (search.search ?? search.side ?? occurrence ?? dueDays) !== undefined
  const personName = usePersonName(responsible, rows)
  // Users who can return items here keep the bar, also after returning the last item.
  const [mayReturn, setMayReturn] = useState(false)
  if (!mayReturn && rows.some((row) => isAtDestination(viewer, row))) setMayReturn(true)
  const choosable = rows.filter((row) => refusalOf(row) === null)
  const offered = bulkActionsFor(viewer, (count > 0 ? selection.rows : choosable).map(bulkItemOf), today)
  const actions = offered.includes('return') || !mayReturn || count > 0 ? offered : (['return', ...offered] as const)

  const opened = rows.find(({ id }) => id === search.item) ?? null
  const shown = useLast(opened)
  useExistingPage(filter.page, isPlaceholderData ? undefined : data?.meta?.lastPage, (page) =>
    onSearch({ page }, { replace: true }),
  )

  const narrow = (change: ReturnSearch) => onSearch({ ...change, page: 1, item: undefined })
  const choose = (change: ReturnSearch) => {
    onChoose({ ...search, ...change })
    narrow(change)
  }
  const clear = () => {
    onChoose({ perPage })
    onSearch({ ...returnSearch({}), perPage })
  }
  const show = (item: number | undefined) => onSearch({ item }, { replace: item === undefined })
  const context: ReturnContext = {
    viewer,
    today,
    lastAnswered,
    rows,
    selection,
    refusalOf,
    onOpen: ({ id }) => show(id),
    onAssign: (row) => {
      if (opened) show(undefined)
      assigning.open(row)
    },
    onRequest: (action, item) => requesting.open({ action, item }),
    onRemind: ({ id }) => !reminding.includes(id) && remind(id),
  }
  const isPageChosen = choosable.length > 0 && choosable.every(selection.has)

  return (
    <div className={classes.page} data-selecting={count > 0}>
      <PageHeader
        title="Retorno de Itens"
        count={data && summary(total, isFiltered)}
        occasion={isPlaceholderData ? undefined : JSON.stringify({ ...filter, page: 1 })}
        context={data && !isFiltered && <OverdueCount />}
      >
        <ViewSwitch view="list" onSwitch={onSwitchView} />
        <OccurrencesLink />
        <DownloadButton
          save={() => saveFile('/api/returns/export', { query: { ...filter, format: 'xlsx' } })}
          failure="Erro ao exportar a lista. Tente novamente."
        >
          Exportar (Excel)
        </DownloadButton>
        <RowsExport label="Exportar (CSV)" path="/api/returns/export" query={filter} />
      </PageHeader>
      <FilterBar
        search={search.search ?? ''}
        placeholder="Buscar por ID, documento..."
        onSearch={(wanted) => narrow({ search: wanted })}
        onClear={clear}
        toggle={{ show: 'Mostrar filtros', hide: 'Ocultar filtros' }}
        activeCount={panelCount}
      >
        <ReturnFilters search={search} personName={personName} onChange={choose} />
      </FilterBar>
      <ListBar isSelecting={count > 0}>
        {viewer.departmentId !== null && <SideSwitch side={search.side} onChange={(side) => choose({ side })} />}
        <FilterToggle
          label="Com ocorrência"
          isOn={occurrence === 1}
          onChange={(isOn) => choose({ occurrence: isOn ? 1 : undefined })}
        />
        {typeof responsible === 'number' && (
          <FilterChip name="Responsável" value={personName} onRemove={() => choose({ responsible: undefined })} />
        )}
        {dueDays && (
          <FilterChip
            name="Data de retorno"
            value={dueDays}
            onRemove={() => narrow({ dateFrom: undefined, dateTo: undefined })}
          />
        )}
        {choosable.length === 0 &&
          search.side === undefined &&
          rows.some((row) => sideOf(viewer, row) === 'toReceive') && (
            <p className="soft small">Para cobrar ou prorrogar vários de uma vez, escolha “A receber de volta”.</p>
          )}
        {(actions.length > 0 || count > 0) && (
          <SelectionBar
            words={`${count} item(ns) selecionado(s)`}
            count={count}
            selectPage={<SelectAll context={context} label="Selecionar todos" />}
            whole={
              isPageChosen && !selection.isWhole && total > rows.length
                ? {
                    total,
                    limit: largestBulk,
                    isBusy: selection.isChoosingAll,
                    onChoose: selection.chooseAll,
                  }
                : null
            }
            leftOut={selection.isWhole ? Math.min(total, largestBulk) - count : 0}
            actions={actions.map((action) => ({
              label: bulkActions[action].label,
              icon: bulkActions[action].icon,
              onPress: () => bulk.run(action),
            }))}
            onClear={selection.clear}
          />
        )}
      </ListBar>
      <RefusalList refusals={bulk.refusals} onClose={bulk.forgetRefusals} />
      <DataTable
        caption="Itens com retorno"
        columns={returnColumns(context)}
        rows={data?.data}
        rowKey={({ id }) => id}
        card={(row) => <ReturnCard row={row} context={context} />}
        isSelected={selection.has}
        onRowPress={({ id, protocolId }, { isNewTab }) =>
          isNewTab ? openInNewTab(`/protocolos/${protocolId}?item=${id}`) : show(id)
        }
        {...tableStates(returns, 'Erro ao carregar itens. Tente novamente.')}
        empty={<NoReturns isFiltered={isFiltered} />}
      />
      {data?.meta && rows.length > 0 && (
        <Pagination
          page={filter.page}
          lastPage={data.meta.lastPage}
          perPage={data.meta.perPage}
          total={total}
          onChange={(page) => onSearch({ page, item: undefined })}
          sizes={{
            all: pageSizes,
            chosen: filter.perPage,
            onChange: (size) => choose({ perPage: returnSearch({ perPage: size }).perPage }),
          }}
        />
      )}

      {shown && (
        <ItemDetailsDialog
          isOpen={opened !== null}
          row={shown}
          context={context}
          onGo={(item) => onSearch({ item }, { replace: true })}
          onClose={() => show(undefined)}
        />
      )}
      {assigning.subject && (
        <AssignDialog
          key={assigning.opening}
          row={assigning.subject}
          isOpen={assigning.isOpen}
          onDone={focusContent}
          onClose={assigning.close}
        />
      )}
      {requesting.subject && (
        <RequestDialogs
          key={`request ${requesting.opening}`}
          {...requesting.subject}
          today={today}
          isOpen={requesting.isOpen}
          onClose={requesting.close}
        />
      )}

      {bulk.dialogs}
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
