import { largestBulk } from '@malote/core/items/item.ts'
import { isAtDestination } from '@malote/core/protocols/protocol-rules.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { pageSizes } from '@malote/core/shared/pagination.ts'
import { IconReceipt, IconTags } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openDocument } from '../../domain/documents/documents.ts'
import { useLabels } from '../../domain/documents/use-labels.tsx'
import { useAnsweredUntil } from '../../domain/due-dates/requests/requests.api.ts'
import { bulkActionsFor, bulkLook } from '../../domain/items/bulk/bulk-actions.ts'
import { RefusalList } from '../../domain/items/bulk/refusals.tsx'
import { useBulk } from '../../domain/items/bulk/use-bulk.tsx'
import { useItemActions } from '../../domain/items/item-buttons.tsx'
import { useToday } from '../../domain/organisation/config.ts'
import { fetchReturns, itemOfRow, keepReturned, returnsQuery } from '../../domain/returns/returns.api.ts'
import { StationLink } from '../../domain/screens/station-link.tsx'
import { useSelection } from '../../domain/screens/use-selection.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { focusContent } from '../../lib/content.ts'
import { counted } from '../../lib/format.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { FilterBar } from '../../ui/filter/filter-bar.tsx'
import { useLast } from '../../ui/freshness/use-held.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { tableStates } from '../../ui/query-states.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pagination, useExistingPage } from '../../ui/table/pagination.tsx'
import { openInNewTab, RowAction } from '../../ui/table/row-action.tsx'
import { SelectionBar } from '../../ui/table/selection-bar.tsx'
import { forgetErrors } from '../../ui/toasts.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { ListMenu } from './list-menu.tsx'
import { dueDaysOf, ReturnChips, usePersonName } from './return-chips.tsx'
import { ReturnCard, type ReturnContext, returnColumns, SelectAll } from './return-columns.tsx'
import { type ReturnSearch, returnFilterOf, returnSearch } from './return-search.ts'
import { bulkItemOf, choiceRefusal } from './return-selection.ts'
import { OverdueCount, type ReturnsView, ViewSwitch } from './view-switch.tsx'

const ReturnFilters = lazyPart(() => import('./return-filters.tsx'))
const AssignDialog = lazyPart(() => import('../../domain/returns/assign-dialog.tsx'))
const ItemDetailsDialog = lazyPart(() => import('./item-details-dialog.tsx'))

interface ReturnsPageProps {
  search: ReturnSearch
  /** Merges a change into the search params. */
  onSearch: (change: ReturnSearch, options?: { replace: boolean }) => void
  onSwitchView: (view: ReturnsView) => void
  /** The same for a choice of filters, which the next visit finds. */
  onChoose: (change: ReturnSearch) => void
}

/** Items that must come back: search, select, and mark as returned, one at a time or several at once. */
export function ReturnsPage({ search, onSearch, onSwitchView, onChoose }: ReturnsPageProps) {
  const viewer = useViewer()
  const today = useToday()
  const lastAnswered = useAnsweredUntil()
  const queryClient = useQueryClient()
  const isPhone = useIsPhone()
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
  const chosen = { item_ids: selection.rows.map(({ id }) => id) }
  const count = selection.rows.length
  useEffect(() => {
    if (count > 0) forgetErrors() // the missing selection has been made
  }, [count])
  const bulk = useBulk({
    selection,
    toItem: bulkItemOf,
    onDone: (action, { done }) => action === 'return' && keepReturned(queryClient, done),
  })
  const acts = useItemActions()
  const assigning = useDialog<ReturnRow>()
  const labels = useLabels()

  const { status, department, dateFilter, responsible, occurrence, perPage } = search
  const isMine = responsible === 'me'
  const inPanel = [status, department, dateFilter, isMine ? undefined : responsible]
  const panelCount = inPanel.filter((value) => value !== undefined).length
  const others = search.search ?? search.side ?? occurrence ?? search.notice ?? dueDaysOf(search)
  const isFiltered = panelCount > 0 || isMine || others !== undefined
  const personName = usePersonName(responsible, rows)
  // Users who can return items here keep the button, also after returning the last item.
  const [mayReturn, setMayReturn] = useState(false)
  if (!mayReturn && rows.some((row) => isAtDestination(viewer, row))) setMayReturn(true)
  const choosable = rows.filter((row) => refusalOf(row) === null)
  const actions = bulkActionsFor(viewer, selection.rows.map(bulkItemOf), today)

  const opened = rows.find(({ id }) => id === search.item) ?? null
  const shown = useLast(opened)
  useExistingPage(filter.page, isPlaceholderData ? undefined : data?.meta?.lastPage, (page) =>
    onSearch({ page }, { replace: true }),
  )

  const narrow = (change: ReturnSearch, isTyped = false) =>
    onSearch({ ...change, page: 1, item: undefined }, { replace: isTyped })
  const choose = (change: ReturnSearch) => onChoose({ ...change, page: 1, item: undefined })
  const clear = () => onChoose({ ...returnSearch({}), perPage })
  const show = (item: number | undefined) => onSearch({ item }, { replace: item === undefined })
  const context: ReturnContext = {
    viewer,
    today,
    lastAnswered,
    rows,
    isOneSided: search.side !== undefined,
    selection,
    refusalOf,
    onOpen: ({ id }) => show(id),
    onAction: (action, row) => {
      if (action !== 'assign') return acts.run(action, itemOfRow(row))
      // This screen assigns with its own texts (contract 5.4.3).
      if (opened) show(undefined)
      assigning.open(row)
    },
  }
  const isPageChosen = choosable.length > 0 && choosable.every(selection.has)

  return (
    <>
      <PageHeader
        title="Retorno de Itens"
        count={data && summary(total, isFiltered)}
        occasion={isPlaceholderData ? undefined : JSON.stringify({ ...filter, page: 1 })}
        context={data && !isFiltered && <OverdueCount />}
        isLine
      >
        <ViewSwitch view="list" onSwitch={onSwitchView} />
        {!isPhone && <StationLink />}
        <ListMenu filter={filter} />
      </PageHeader>
      <FilterBar
        search={search.search ?? ''}
        placeholder="Buscar por ID, documento..."
        onSearch={(wanted, isTyped) => narrow({ search: wanted }, isTyped)}
        onClear={clear}
        toggle={{ show: 'Mostrar filtros', hide: 'Ocultar filtros' }}
        activeCount={panelCount}
        chips={
          <ReturnChips
            search={search}
            hasSides={viewer.departmentId !== null}
            personName={personName}
            onChange={choose}
            onRemove={narrow}
          />
        }
        more={
          mayReturn &&
          count === 0 && (
            // Quiet until something is chosen: until then it says what is missing.
            <RowAction hint={bulkLook('return').label} {...bulkLook('return')} onPress={() => bulk.run('return')} />
          )
        }
      >
        <ReturnFilters search={search} personName={personName} onChange={choose} />
      </FilterBar>
      <RefusalList refusals={bulk.refusals} onClose={bulk.forgetRefusals} />
      <DataTable
        caption="Itens com retorno"
        columns={returnColumns(context)}
        rows={data?.data}
        rowKey={({ id }) => id}
        card={(row) => <ReturnCard row={row} context={context} />}
        isSelected={selection.has}
        isFixed
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
      {count > 0 && (
        <SelectionBar
          words={`${count} item(ns) selecionado(s)`}
          count={count}
          selectPage={<SelectAll context={context} label="Selecionar todos" />}
          whole={
            isPageChosen && !selection.isWhole && total > rows.length
              ? { total, limit: largestBulk, isBusy: selection.isChoosingAll, onChoose: selection.chooseAll }
              : null
          }
          leftOut={selection.isWhole ? Math.min(total, largestBulk) - count : 0}
          actions={[
            ...actions.map((action) => ({ ...bulkLook(action), onPress: () => bulk.run(action) })),
            { label: 'Etiquetas', icon: IconTags, onPress: () => labels.open(chosen) },
            {
              label: 'Recibo de devolução',
              icon: IconReceipt,
              onPress: () => void openDocument('return-receipt', chosen),
            },
          ]}
          onClear={selection.clear}
          isFloating
        />
      )}

      {shown && (
        <ItemDetailsDialog
          isOpen={opened !== null}
          row={shown}
          context={context}
          isCovered={acts.isDialogOpen}
          onResolve={acts.resolve}
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
      {acts.dialogs}
      {bulk.dialogs}
      {labels.dialog}
    </>
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
