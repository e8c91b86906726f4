import {
  type ExtensionRequestFilter,
  extensionRequestFilter,
  type RequestSide,
  requestStatus,
  requestStatuses,
  requestStatusWords,
} from '@malote/core/due-dates/extension-request.ts'
import { pageSizes } from '@malote/core/shared/pagination.ts'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type OpenRequestDialog, requestsQuery } from '../../../domain/due-dates/requests/requests.api.ts'
import { useItemPress } from '../../../domain/items/about-item.tsx'
import { useToday } from '../../../domain/organisation/config.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { counted } from '../../../lib/format.ts'
import { inAddress } from '../../../lib/in-address.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { tableStates } from '../../../ui/query-states.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Pagination, useExistingPage } from '../../../ui/table/pagination.tsx'
import { ListBar } from '../../../ui/table/selection-bar.tsx'
import type { RequestSearch } from '../return-search.ts'
import classes from '../returns.module.css'
import { type ReturnsView, ViewSwitch } from '../view-switch.tsx'
import { RequestCard, type RequestContext, requestColumns, requestedItemOf } from './request-rows.tsx'

const RequestDialogs = lazyPart(() => import('../../../domain/due-dates/requests/request-dialogs.tsx'))

const filterSearch = inAddress(extensionRequestFilter)

/** Parses the search params, except the view. */
const requestSearch = (address: RequestSearch): RequestSearch => filterSearch(address)

/** The server's filter for the search params (contract 21.13). */
const requestFilterOf = (search: RequestSearch): ExtensionRequestFilter =>
  extensionRequestFilter.parse(requestSearch(search))

interface RequestsPageProps {
  /** As in the address. */
  search: RequestSearch
  /** Replaces the search params. */
  onSearch: (search: RequestSearch, options?: { replace: boolean }) => void
  onSwitchView: (view: ReturnsView) => void
}

/** Requests for more time: what the viewer's department asked for, and what it has to decide (contract 21.52). */
export default function RequestsPage({ search: address, onSearch, onSwitchView }: RequestsPageProps) {
  const search = requestSearch(address)
  const viewer = useViewer()
  const today = useToday()
  const openItem = useItemPress()
  const filter = requestFilterOf(search)
  const requests = useQuery(requestsQuery(filter))
  const { data, isPlaceholderData } = requests
  const rows = data?.data ?? []
  const total = data?.meta?.total ?? 0
  const deciding = useDialog<OpenRequestDialog>()
  useExistingPage(filter.page, isPlaceholderData ? undefined : data?.meta?.lastPage, (page) =>
    onSearch({ ...search, page }, { replace: true }),
  )
  const narrow = (change: RequestSearch) => onSearch(requestSearch({ ...search, ...change, page: undefined }))
  const context: RequestContext = {
    viewer,
    today,
    onDecide: (row) => deciding.open({ action: 'decide', item: requestedItemOf(row) }),
  }
  return (
    <>
      <PageHeader
        title="Retorno de Itens"
        count={data && counted(total, 'pedido de prazo', 'pedidos de prazo')}
        occasion={isPlaceholderData ? undefined : JSON.stringify({ ...filter, page: 1 })}
        isLine
      >
        <ViewSwitch view="requests" onSwitch={onSwitchView} />
      </PageHeader>
      <ListBar isSelecting={false}>
        <Segments<RequestSide | ''>
          aria-label="De quem é o pedido"
          data={sides}
          value={search.side ?? ''}
          onChange={(side) => narrow({ side: side || undefined })}
        />
        <Select
          aria-label="Situação"
          className={classes.requestStatus}
          data={statuses}
          value={search.status ?? ''}
          allowDeselect={false}
          onChange={(value) => narrow({ status: requestStatuses.find((status) => status === value) })}
        />
      </ListBar>
      <DataTable
        caption="Pedidos de prazo"
        columns={requestColumns(context)}
        rows={data?.data}
        rowKey={({ id }) => id}
        card={(row) => <RequestCard row={row} context={context} />}
        onRowPress={openItem}
        {...tableStates(requests, 'Erro ao carregar os pedidos de prazo. Tente novamente.')}
        empty={<NoRequests search={search} />}
      />
      {data?.meta && rows.length > 0 && (
        <Pagination
          page={filter.page}
          lastPage={data.meta.lastPage}
          perPage={data.meta.perPage}
          total={total}
          onChange={(page) => onSearch({ ...search, page })}
          sizes={{
            all: pageSizes,
            chosen: filter.perPage,
            onChange: (size) => narrow({ perPage: pageSizes.find((one) => one === size) }),
          }}
        />
      )}
      {deciding.subject && (
        <RequestDialogs
          key={deciding.opening}
          {...deciding.subject}
          today={today}
          isOpen={deciding.isOpen}
          onClose={deciding.close}
        />
      )}
    </>
  )
}

const sides: { value: RequestSide | ''; label: string }[] = [
  { value: '', label: 'Tudo' },
  { value: 'to_decide', label: 'A decidir' },
  { value: 'asked', label: 'Pedidos por nós' },
]

const statuses = [
  { value: '', label: 'Todas as situações' },
  ...requestStatuses.map((value) => ({ value: value as string, label: requestStatusWords[value] })),
]

function NoRequests({ search: { side, status } }: { search: RequestSearch }) {
  if (side === 'to_decide' && status === requestStatus.open) {
    return (
      <EmptyState title="Nenhum pedido de prazo a decidir">
        Quando outro departamento precisar de mais tempo com um item de vocês, o pedido aparece aqui.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nenhum pedido de prazo encontrado">
      Quem responde por um item pede mais prazo nos detalhes dele; o departamento de origem decide aqui.
    </EmptyState>
  )
}
