import { ratingLabels, ratingLevels } from '@malote/core/help/rating.ts'
import {
  type Suggestion,
  suggestionCategoryLabels,
  suggestionPriorityLabels,
  suggestionStatusLabels,
} from '@malote/core/help/suggestion.ts'
import { suggestionStatuses } from '@malote/core/help/suggestion-filter.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { Button, Select, Skeleton, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SuggestionSearch, SuggestionStatus } from '../../domain/screens/searches.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { useDraftedMutation } from '../../domain/session/use-draft.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { counted, formatDate, formatNumber } from '../../lib/format.ts'
import { showInPlace } from '../../lib/telling.ts'
import { Card } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { LinkButton } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryStates, tableStates } from '../../ui/query-states.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Pagination, useExistingPage } from '../../ui/table/pagination.tsx'
import {
  decideSuggestion,
  decisionFailed,
  ratingAnalyticsQuery,
  suggestionPageSize,
  suggestionsQuery,
} from './help.api.ts'
import classes from './help.module.css'
import { SuggestionBadge } from './suggestion-card.tsx'

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
export default function SuggestionsPage(props: SuggestionsPageProps) {
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
      <search className="flex wrap gap-12">
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

/** The ratings of the help centre and their comments. */
function RatingsCard() {
  const analytics = useQuery(ratingAnalyticsQuery)
  return (
    <Card
      title="Avaliações da central"
      aside={
        analytics.data && (
          <span className={classes.summary}>
            {counted(analytics.data.total ?? 0, 'avaliação', 'avaliações')}
            {analytics.data.average != null && `, média ${formatNumber(analytics.data.average)} de 5`}
          </span>
        )
      }
    >
      <QueryStates query={analytics} failed="Erro ao carregar avaliações." loading={<Skeleton height={160} />}>
        {(data) => (
          <>
            <dl className={classes.levels}>
              {ratingLevels.map((level) => (
                <div key={level}>
                  <dt className={classes.summary}>{ratingLabels[level]}</dt>
                  <dd className="bold numbers">{formatNumber(data.distribution?.[level] ?? 0)}</dd>
                </div>
              ))}
            </dl>
            <ul className={classes.suggestions}>
              {data.comments?.map(({ id, rating, comments, createdAt }) => (
                <li key={id}>
                  <p className={classes.summary}>
                    {ratingLabels[rating] ?? rating} · {formatDate(createdAt)}
                  </p>
                  {comments}
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryStates>
    </Card>
  )
}

const suggestionColumns = (onDecide: (suggestion: Suggestion) => void): Column<Suggestion>[] => [
  {
    key: 'title',
    header: 'Sugestão',
    isRowHeader: true,
    cell: ({ title, description }) => (
      <>
        {title}
        <span className={classes.excerpt}>{description}</span>
      </>
    ),
  },
  { key: 'category', header: 'Categoria', cell: ({ category }) => suggestionCategoryLabels[category] ?? category },
  { key: 'priority', header: 'Prioridade', cell: ({ priority }) => suggestionPriorityLabels[priority] ?? priority },
  { key: 'votes', header: 'Votos', align: 'end', cell: ({ votesCount }) => formatNumber(votesCount ?? 0) },
  {
    key: 'author',
    header: 'Enviada por',
    cell: ({ createdBy, createdAt }) => `${createdBy ?? '—'}, ${formatDate(createdAt)}`,
  },
  {
    key: 'status',
    header: 'Situação',
    cell: ({ status }) =>
      status === 'pendente' ? suggestionStatusLabels.pendente : <SuggestionBadge status={status} />,
  },
  {
    key: 'actions',
    header: 'Ações',
    isHeaderHidden: true,
    cell: (suggestion) => (
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Alterar situação: ${suggestion.title}`}
        onClick={() => onDecide(suggestion)}
      >
        Alterar situação
      </Button>
    ),
  },
]

const options = suggestionStatuses.map((value) => ({ value, label: suggestionStatusLabels[value] }))

interface DecideSuggestionDialogProps {
  suggestion: Suggestion
  isOpen: boolean
  onClose: () => void
}

/** Sets the status of a suggestion and a note for its author. */
function DecideSuggestionDialog({ suggestion, isOpen, onClose }: DecideSuggestionDialogProps) {
  const before = { status: suggestion.status as SuggestionStatus, notes: suggestion.implementationNotes ?? '' }
  const [{ status, notes }, setVerdict] = useState(before)
  const { mutate, isPending, error, ...draft } = useDraftedMutation(decideSuggestion(useQueryClient(), suggestion.id), {
    name: `suggestion ${suggestion.id}`,
    isChanged: status !== before.status || notes !== before.notes,
    keep: () => ({ status, notes }),
    restore: setVerdict,
    reset: () => setVerdict(before),
  })
  const save = () => mutate({ status, implementationNotes: notes }, { onSuccess: onClose, onError: showInPlace })
  return (
    <FormDialog
      isOpen={isOpen}
      title={`Situação de "${suggestion.title}"`}
      submitLabel="Salvar"
      isBusy={isPending}
      isDirty={draft.isDirty}
      error={error && errorMessage(error, decisionFailed)}
      onSubmit={save}
      onDiscard={draft.onDiscard}
      onGiveUp={draft.onGiveUp}
      onClose={onClose}
    >
      <Select
        label="Situação"
        data={options}
        value={status}
        allowDeselect={false}
        onChange={(value) => value && setVerdict({ status: value, notes })}
      />
      <Textarea
        label="Notas de implementação"
        autosize
        minRows={3}
        maxLength={5000}
        value={notes}
        onChange={(event) => setVerdict({ status, notes: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
