import { type Suggestion, suggestionStatusLabels } from '@malote/core/help/suggestion.ts'
import { suggestionStatuses } from '@malote/core/help/suggestion-choices.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../domain/session/session.tsx'
import { counted } from '../../lib/format.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { tableStates } from '../../ui/query-states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { useExistingPage } from '../../ui/table/use-existing-page.ts'
import { DecideSuggestionDialog } from './decide-suggestion-dialog.tsx'
import { suggestionPageSize, suggestionsQuery } from './help.api.ts'
import classes from './help.module.css'
import { RatingsCard } from './ratings-card.tsx'
import { suggestionColumns } from './suggestion-columns.tsx'
import type { SuggestionSearch, SuggestionStatus } from './suggestion-search.ts'

const statusOptions: { value: SuggestionStatus | ''; label: string }[] = [
  { value: '', label: 'Todas' },
  ...suggestionStatuses.map((value) => ({ value, label: suggestionStatusLabels[value] })),
]

interface SuggestionsPageProps {
  search: SuggestionSearch
  /** Merges a change into the search params. */
  onSearch: (change: SuggestionSearch, options?: { replace: boolean }) => void
}

/** The Admin's page of the help centre: suggestions and ratings. */
export function SuggestionsPage(props: SuggestionsPageProps) {
  if (canAdminister(useViewer()).allowed) return <SuggestionsScreen {...props} />
  return (
    <>
      <PageHeader title="Sugestões" />
      <EmptyState
        title="Apenas administradores avaliam sugestões"
        action={<LinkButton to="/ajuda">Voltar à Central de Ajuda</LinkButton>}
      />
    </>
  )
}

function SuggestionsScreen({ search, onSearch }: SuggestionsPageProps) {
  const { page = 1, status } = search
  const found = useQuery(suggestionsQuery(search))
  const { data, isPlaceholderData } = found
  const deciding = useDialog<Suggestion>()
  const total = data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / suggestionPageSize))
  useExistingPage(page, data && !isPlaceholderData ? lastPage : undefined, (last) =>
    onSearch({ page: last }, { replace: true }),
  )
  return (
    <>
      <PageHeader
        title="Sugestões"
        count={data && counted(total, 'sugestão', 'sugestões')}
        occasion={isPlaceholderData ? undefined : (status ?? '')}
      >
        <LinkButton to="/ajuda" variant="default">
          Central de Ajuda
        </LinkButton>
      </PageHeader>
      <search className={classes.search}>
        <Select
          label="Situação"
          data={statusOptions}
          value={status ?? ''}
          allowDeselect={false}
          onChange={(value) => onSearch({ status: value || undefined, page: 1 })}
        />
      </search>
      <div className={classes.list}>
        <DataTable
          caption="Sugestões"
          columns={suggestionColumns(deciding.open)}
          rows={data?.suggestions}
          rowKey={({ id }) => id}
          {...tableStates(found, 'Erro ao carregar sugestões.')}
          empty={<EmptyState title="Nenhuma sugestão encontrada">As que as pessoas enviarem aparecem aqui.</EmptyState>}
        />
      </div>
      <Pagination
        page={page}
        lastPage={lastPage}
        perPage={suggestionPageSize}
        total={total}
        onChange={(to) => onSearch({ page: to })}
      />
      <RatingsCard />
      {deciding.subject && (
        <DecideSuggestionDialog
          key={deciding.opening}
          suggestion={deciding.subject}
          isOpen={deciding.isOpen}
          onClose={deciding.close}
        />
      )}
    </>
  )
}
