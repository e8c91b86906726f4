import { largestProtocolBulk, type ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { canPrint } from '@malote/core/protocols/protocol-rules.ts'
import { pageSizes } from '@malote/core/shared/pagination.ts'
import { ActionIcon } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLabels } from '../../../domain/documents/use-labels.tsx'
import { RefusalList } from '../../../domain/items/bulk/refusals.tsx'
import { useProtocolActions } from '../../../domain/protocols/actions/use-protocol-actions.tsx'
import { fetchProtocols, protocolsQuery, protocolsSummaryQuery } from '../../../domain/protocols/protocols.api.ts'
import {
  type ProtocolSearch,
  panelFilters,
  protocolFilterOf,
  protocolSearch,
} from '../../../domain/screens/searches.ts'
import { StationLink } from '../../../domain/screens/station-link.tsx'
import { useSelection } from '../../../domain/screens/use-selection.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { focusContent } from '../../../lib/content.ts'
import { counted } from '../../../lib/format.ts'
import { ActionMenu } from '../../../ui/action-menu.tsx'
import { FilterBar } from '../../../ui/filter/filter-bar.tsx'
import { FilterToggle } from '../../../ui/filter/filter-toggle.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { LinkButton, TextLink } from '../../../ui/links.tsx'
import { MenuLink } from '../../../ui/menu-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { tableStates } from '../../../ui/query-states.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Pagination, useExistingPage } from '../../../ui/table/pagination.tsx'
import { openInNewTab } from '../../../ui/table/row-action.tsx'
import { ListBar, SelectionBar } from '../../../ui/table/selection-bar.tsx'
import { useIsNarrow, useIsPhone } from '../../../ui/use-media.ts'
import classes from './list.module.css'
import { ProtocolCard, type ProtocolListContext, protocolColumns, SelectProtocols } from './protocol-columns.tsx'
import { summaryLists, summaryWords } from './summary-words.ts'
import { useProtocolBulk } from './use-protocol-bulk.tsx'

const ProtocolFilters = lazyPart(() => import('./protocol-filters.tsx'))

interface ProtocolsPageProps {
  search: ProtocolSearch
  /** Merges a change into the search params. */
  onSearch: (change: ProtocolSearch, options?: { replace: boolean }) => void
  /** The same for a choice of filters, which the next visit finds. */
  onChoose: (change: ProtocolSearch) => void
}

export default function ProtocolsPage({ search, onSearch, onChoose }: ProtocolsPageProps) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const { run, dialogs } = useProtocolActions()
  const filter = protocolFilterOf(search)
  const protocols = useQuery(protocolsQuery(filter))
  const { data, isPlaceholderData } = protocols
  const { page = 1, search: text = '', late, here, awaiting, perPage } = search
  const panelCount = ([...panelFilters, 'sort'] as const).filter((name) => search[name] !== undefined).length
  const isFiltered = panelCount > 0 || text !== '' || (late ?? here ?? awaiting) !== undefined

  const narrow = (change: ProtocolSearch) => onSearch({ ...change, page: 1 })
  const choose = (change: ProtocolSearch) => onChoose({ ...change, page: 1 })
  const clear = () => onChoose({ ...protocolSearch({}), perPage })
  useExistingPage(page, isPlaceholderData ? undefined : data?.meta?.lastPage, (to) =>
    onSearch({ page: to }, { replace: true }),
  )

  const selection = useSelection<ProtocolRow>({
    name: 'protocolos',
    list: JSON.stringify({ ...filter, page: 1, perPage: undefined, sort: undefined }),
    page: `${page}/${filter.perPage}/${filter.sort}`,
    rows: isPlaceholderData ? undefined : data?.data,
    canChoose: (row) => canPrint(row).allowed,
    loadAll: (most, signal) => fetchProtocols(filter, most, signal),
    limit: largestProtocolBulk,
  })
  const rows = data?.data ?? []
  const labels = useLabels()
  const context: ProtocolListContext = {
    ...{ viewer, rows, selection, search: text },
    onAction: run,
    onLabel: ({ id }) => labels.open({ protocol_ids: [id] }),
  }
  const bulk = useProtocolBulk(selection, labels.open)
  const count = selection.rows.length
  const total = data?.meta?.total ?? 0
  const choosable = rows.filter((row) => canPrint(row).allowed)
  const isPageChosen = choosable.length > 0 && choosable.every(selection.has)

  return (
    <div className={classes.page} data-selecting={count > 0}>
      <PageHeader
        title="Protocolos"
        count={data && summary(total, isFiltered)}
        occasion={isPlaceholderData ? undefined : JSON.stringify({ ...search, page: 1 })}
        context={data && !isFiltered && <ListSummary />}
        isLine
        action={
          <LinkButton to="/protocolos/novo" leftSection={<IconPlus size={16} aria-hidden />}>
            Novo Protocolo
          </LinkButton>
        }
      >
        <OtherScreens />
      </PageHeader>
      <FilterBar
        search={text}
        placeholder="Buscar por ID, departamento..."
        onSearch={(wanted) => narrow({ search: wanted })}
        onClear={clear}
        activeCount={panelCount}
      >
        <ProtocolFilters search={search} onChange={choose} />
      </FilterBar>
      <ListBar isSelecting={count > 0}>
        <QuickFilters search={search} onChange={choose} />
        {(count > 0 || isNarrow) && rows.length > 0 && (
          <SelectionBar
            words={count > 0 ? `${count} protocolo(s) selecionado(s)` : ''}
            count={count}
            selectPage={<SelectProtocols context={context} label="Selecionar todos" />}
            whole={
              isPageChosen && !selection.isWhole && total > rows.length
                ? {
                    total,
                    limit: largestProtocolBulk,
                    isBusy: selection.isChoosingAll,
                    onChoose: selection.chooseAll,
                  }
                : null
            }
            leftOut={selection.isWhole ? Math.min(total, largestProtocolBulk) - count : 0}
            actions={bulk.actions}
            onClear={selection.clear}
          />
        )}
      </ListBar>
      <RefusalList refusals={bulk.refusals} onClose={bulk.forgetRefusals} />
      <DataTable
        caption="Protocolos"
        columns={protocolColumns(context)}
        rows={data?.data}
        rowKey={({ id }) => id}
        card={(row) => <ProtocolCard protocol={row} context={context} />}
        isSelected={selection.has}
        onRowPress={({ id }, { isNewTab }) =>
          isNewTab
            ? openInNewTab(`/protocolos/${id}`)
            : void navigate({ to: '/protocolos/$id', params: { id: String(id) } })
        }
        {...tableStates(protocols, 'Erro ao carregar protocolos. Tente novamente.')}
        empty={<NoProtocols isFiltered={isFiltered} />}
      />
      {data?.meta && rows.length > 0 && (
        <Pagination
          page={page}
          lastPage={data.meta.lastPage}
          perPage={data.meta.perPage}
          total={total}
          onChange={(to) => onSearch({ page: to })}
          sizes={{
            all: pageSizes,
            chosen: filter.perPage,
            onChange: (size) => choose({ perPage: protocolSearch({ perPage: size }).perPage }),
          }}
        />
      )}
      {dialogs}
      {bulk.dialog}
      {labels.dialog}
    </div>
  )
}

/** Screens that the sidebar does not have. */
function OtherScreens() {
  const isPhone = useIsPhone()
  if (!isPhone) {
    return (
      <>
        <StationLink />
        <LinkButton to="/ocorrencias" variant="subtle">
          Ocorrências
        </LinkButton>
      </>
    )
  }
  return (
    <ActionMenu
      target={(opens) => (
        <ActionIcon {...opens} variant="default" size={36} aria-label="Mais opções">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      )}
    >
      <MenuLink to="/conferencia">Conferência</MenuLink>
      <MenuLink to="/ocorrencias">Ocorrências</MenuLink>
    </ActionMenu>
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

/**
 * Shown after the number of protocols: how many are pending here and how many are overdue, each a link to the list of
 * these. Loaded after the list, which does not wait for it.
 */
function ListSummary() {
  const viewer = useViewer()
  const { data } = useQuery(protocolsSummaryQuery)
  const lists = summaryLists(viewer)
  return (
    <>
      {summaryWords(data ?? {}, viewer.departmentId !== null).map(([part, words]) => (
        <span key={part}>
          {' · '}
          <TextLink to="/protocolos" search={lists[part]} inherit>
            {words}
          </TextLink>
        </span>
      ))}
    </>
  )
}

interface QuickFiltersProps {
  search: ProtocolSearch
  onChange: (change: ProtocolSearch) => void
}

/** The two filters of every morning, with one press each. */
function QuickFilters({ search: { here, late, awaiting }, onChange }: QuickFiltersProps) {
  const { departmentId } = useViewer()
  return (
    <div className="flex wrap gap-8">
      {departmentId !== null && (
        <FilterToggle
          label="Esperando aqui"
          isOn={here === 1}
          onChange={(isOn) => onChange({ here: isOn ? 1 : undefined })}
        />
      )}
      <FilterToggle
        label="Somente atrasados"
        isOn={late === 1}
        onChange={(isOn) => onChange({ late: isOn ? 1 : undefined })}
      />
      {awaiting && (
        <FilterToggle
          label={awaitingWords[awaiting]}
          isOn
          onChange={() => {
            onChange({ awaiting: undefined })
            focusContent() // the pressed button unmounts
          }}
        />
      )}
    </div>
  )
}

/** Set by a link of *Meu dia*; can only be taken away here. */
const awaitingWords = { receipt: 'A receber', sent: 'Enviados sem recebimento' } as const
