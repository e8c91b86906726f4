import {
  kindWords,
  mostOccurrencesListed,
  type Occurrence,
  occurrenceStatus,
  outcomeWords,
} from '@malote/core/occurrences/occurrence.ts'
import { pageSizes } from '@malote/core/shared/pagination.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  AboutItemCard,
  departmentsColumn,
  ItemCell,
  protocolColumn,
  useItemPress,
  WholeLine,
} from '../../domain/items/about-item.tsx'
import { nameOfItemOf } from '../../domain/items/item-name.ts'
import about from '../../domain/items/items.module.css'
import { occurrencesQuery } from '../../domain/occurrences/occurrences.api.ts'
import { ResolveButton } from '../../domain/occurrences/resolve-button.tsx'
import { type OccurrenceSearch, occurrenceFilterOf, occurrenceSearch } from '../../domain/screens/searches.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { counted, formatDateTime, formatNumber } from '../../lib/format.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { FilterBar } from '../../ui/filter/filter-bar.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { tableStates } from '../../ui/query-states.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Pagination, useExistingPage } from '../../ui/table/pagination.tsx'

const OccurrenceFilters = lazyPart(() => import('./occurrence-filters.tsx'))
const ResolveDialog = lazyPart(() => import('../../domain/occurrences/resolve-dialog.tsx'))

interface OccurrencesPageProps {
  search: OccurrenceSearch
  /** Merges a change into the search params. */
  onSearch: (change: OccurrenceSearch, options?: { replace: boolean }) => void
}

/** What went wrong with items that the viewer sees; the open ones unless asked otherwise. */
export default function OccurrencesPage({ search, onSearch }: OccurrencesPageProps) {
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

/** Context of all row views besides the row. */
interface OccurrenceContext {
  viewer: Viewer
  onResolve: (occurrence: Occurrence) => void
}

const occurrenceColumns = (context: OccurrenceContext): Column<Occurrence>[] => [
  protocolColumn,
  { key: 'item', header: 'Item', isRowHeader: true, rowName: nameOfItemOf, cell: (row) => <Item {...row} /> },
  { key: 'what', header: 'Ocorrência', cell: (row) => <WhatCell {...row} /> },
  departmentsColumn(context.viewer),
  { key: 'opened', header: 'Registrada', width: '148px', cell: (row) => <OpenedCell {...row} /> },
  { key: 'status', header: 'Situação', width: '148px', cell: (row) => <StatusCell {...row} /> },
  {
    key: 'actions',
    header: 'Ações',
    width: '112px',
    align: 'end',
    cell: (row) => <ResolveButton occurrence={row} onResolve={context.onResolve} />,
  },
]

/** An occurrence as a card, for phones: the path first, then what happened to which item. */
function OccurrenceCard({ row, context }: { row: Occurrence; context: OccurrenceContext }) {
  return (
    <AboutItemCard row={row} viewer={context.viewer} status={<StatusCell {...row} />} item={<Item {...row} />}>
      <WholeLine>
        <WhatCell {...row} />
      </WholeLine>
      <OpenedCell {...row} />
      <ResolveButton occurrence={row} onResolve={context.onResolve} />
    </AboutItemCard>
  )
}

/** The item's details show its occurrences. */
function Item(row: Occurrence) {
  const name = nameOfItemOf(row)
  return (
    <ItemCell row={row} name={name}>
      {row.itemType !== name && row.itemType}
    </ItemCell>
  )
}

function WhatCell({ kind, description, attachments }: Occurrence) {
  const count = attachments.length
  return (
    <span className={about.cell}>
      <span className="medium">{kindWords[kind]}</span>
      <span className={about.aboutItemText}>{description}</span>
      {count > 0 && (
        <span className="soft caption normal inline gap-4">
          <IconPaperclip size={14} aria-hidden />
          {counted(count, 'arquivo', 'arquivos')}
        </span>
      )}
    </span>
  )
}

const OpenedCell = ({ openedBy, openedAt }: Occurrence) => (
  <span className={about.cell}>
    <time dateTime={openedAt}>{formatDateTime(openedAt)}</time>
    <span className="soft caption normal">{openedBy}</span>
  </span>
)

/** Open, or how it was settled; without an outcome it ended with its item. */
function StatusCell({ status, outcome, resolvedAt }: Occurrence) {
  if (status === occurrenceStatus.open) {
    return (
      <StatusBadge tone="danger" icon={IconAlertTriangle}>
        Aberta
      </StatusBadge>
    )
  }
  return (
    <span className={about.cell}>
      <StatusBadge tone="success">{outcome ? outcomeWords[outcome] : 'Encerrada'}</StatusBadge>
      <time className="soft caption normal" dateTime={resolvedAt ?? undefined}>
        {formatDateTime(resolvedAt)}
      </time>
    </span>
  )
}
