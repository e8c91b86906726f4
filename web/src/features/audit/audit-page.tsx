import { auditPageWire } from '@malote/core/audit/audit-event.ts'
import { type AuditChoice, type AuditFilter, auditChoices, mostAuditListed } from '@malote/core/audit/audit-filter.ts'
import { choiceWords } from '@malote/core/audit/audit-words.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { Button } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type AuditSearch, auditFilterOf } from '../../domain/screens/searches.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { usersQuery } from '../../domain/users/users.api.ts'
import { api } from '../../lib/api.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import { optionsOf, SearchableSelect } from '../../ui/fields/searchable-select.tsx'
import { DateFilter } from '../../ui/filter/date-filter.tsx'
import { NoAccess } from '../../ui/no-access.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { tableStates } from '../../ui/query-states.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pagination, useExistingPage } from '../../ui/table/pagination.tsx'
import { RowsExport } from '../../ui/table/rows-export.tsx'
import classes from './audit.module.css'
import { AuditCard, auditColumns } from './audit-columns.tsx'

interface AuditPageProps {
  search: AuditSearch
  /** Merges a change into the search params. */
  onSearch: (change: AuditSearch, options?: { replace: boolean }) => void
}

export default function AuditPage(props: AuditPageProps) {
  const verdict = canAdminister(useViewer())
  if (verdict.allowed) return <AuditScreen {...props} />
  return (
    <>
      <PageHeader title="Auditoria" />
      <NoAccess reason={verdict.message} />
    </>
  )
}

/** What people did in the system, the newest first: who, when, from where, and what it changed. */
function AuditScreen({ search, onSearch }: AuditPageProps) {
  const { page, ...filter } = auditFilterOf(search)
  const events = useQuery(auditQuery({ ...filter, page }))
  const { data, isPlaceholderData } = events
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const { lastPage, perPage, total } = data?.meta ?? { lastPage: 1, perPage: 10, total: 0 }
  const actorName = data?.data.find(({ actor }) => actor?.uid === search.actor)?.actor?.name

  useExistingPage(page, isPlaceholderData ? undefined : data?.meta?.lastPage, (last) =>
    onSearch({ page: last }, { replace: true }),
  )

  return (
    <>
      <PageHeader
        title="Auditoria"
        count={data && summary(total, isFiltered)}
        occasion={isPlaceholderData ? undefined : JSON.stringify(filter)}
        context={total >= mostAuditListed && 'os mais antigos aparecem ao escolher os dias, e na exportação.'}
      >
        <RowsExport label="Exportar (CSV)" path="/api/audit/export" query={filter} />
      </PageHeader>
      <AuditFilters
        search={search}
        actorName={actorName}
        onChange={(change) => onSearch({ ...change, page: undefined })}
      />
      <DataTable
        caption="Eventos da auditoria"
        columns={auditColumns}
        rows={data?.data}
        rowKey={({ id }) => id}
        card={(event) => <AuditCard event={event} />}
        {...tableStates(events, 'Erro ao carregar a auditoria. Tente novamente.')}
        empty={<NoEvents isFiltered={isFiltered} />}
      />
      {data && data.data.length > 0 && (
        <Pagination
          page={page}
          lastPage={lastPage}
          perPage={perPage}
          total={total}
          onChange={(wanted) => onSearch({ page: wanted })}
        />
      )}
    </>
  )
}

function summary(total: number, isFiltered: boolean): string {
  if (total >= mostAuditListed) return `Os ${formatNumber(mostAuditListed)} eventos mais recentes`
  return isFiltered ? counted(total, 'evento encontrado', 'eventos encontrados') : counted(total, 'evento', 'eventos')
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="Nenhum evento encontrado.">
      {isFiltered
        ? 'Escolha outros dias ou limpe os filtros.'
        : 'Entradas, mudanças de cadastros, exportações e recusas aparecem aqui.'}
    </EmptyState>
  )
}

/** A page of the audit; always refetched, because everything that others do changes it. */
const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: async ({ signal }) => readWire(auditPageWire, await api.get('/api/audit', { query: filter, signal })),
    staleTime: 0,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

/** The families, which stand for all their actions, and the actions, by name. */
const actions = [
  { value: '', label: 'Tudo' },
  ...auditChoices
    .map((value) => ({ value, label: choiceWords(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'pt-BR')),
]

interface AuditFiltersProps {
  search: AuditSearch
  /** Name of the chosen person, as the events have it. */
  actorName: string | undefined
  onChange: (change: AuditSearch) => void
}

/** Each choice applies at once. */
function AuditFilters({ search: { actor, action, from, to }, actorName, onChange }: AuditFiltersProps) {
  const isReversed = from !== undefined && to !== undefined && to < from
  return (
    <search className={classes.filters}>
      <PersonFilter
        label="Quem"
        value={actor}
        knownName={actorName}
        onChange={(person) => onChange({ actor: person })}
      />
      <SearchableSelect
        label="O quê"
        opensOnFocus
        data={actions}
        value={action ?? ''}
        nothingFoundMessage="Nenhuma ação encontrada"
        onChange={(value) => onChange({ action: (value || undefined) as AuditChoice | undefined })}
      />
      <DateFilter label="De" value={from} onChange={(day) => onChange({ from: day })} />
      <DateFilter
        label="Até"
        value={to}
        error={isReversed && 'O último dia é anterior ao primeiro'}
        onChange={(day) => onChange({ to: day })}
      />
      <Button
        variant="subtle"
        className={classes.clear}
        onClick={() => onChange({ actor: undefined, action: undefined, from: undefined, to: undefined })}
      >
        Limpar
      </Button>
    </search>
  )
}

interface PersonFilterProps {
  label: string
  value: number | undefined
  /** Name of a person who is not on the list of users any more. */
  knownName?: string | undefined
  onChange: (person: number | undefined) => void
}

/** A filter by person, for Admins and Gestores, who read the list of users. */
function PersonFilter({ label, value, knownName, onChange }: PersonFilterProps) {
  const { data: users = [], isPending, isError } = useQuery(usersQuery)
  const isGone = value !== undefined && !isPending && users.every(({ id }) => id !== value)
  const gone = isGone ? [{ value: String(value), label: knownName ?? `Usuário excluído (${value})` }] : []
  return (
    <SearchableSelect
      label={label}
      opensOnFocus
      data={[{ value: '', label: 'Todos' }, ...optionsOf(users), ...gone]}
      loading={isPending && 'Carregando...'}
      value={String(value ?? '')}
      nothingFoundMessage="Nenhum usuário encontrado"
      error={isError && 'Erro ao carregar usuários.'}
      onChange={(person) => onChange(Number(person) || undefined)}
    />
  )
}
