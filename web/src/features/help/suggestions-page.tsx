import { ratingLabels, ratingLevels } from '@malote/core/help/rating.ts'
import {
  type Suggestion,
  suggestionCategoryLabels,
  suggestionPriorityLabels,
  suggestionStatusLabels,
} from '@malote/core/help/suggestion.ts'
import { isAdmin } from '@malote/core/users/viewer.ts'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '../../app/session.tsx'
import { counted, formatDate, formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { useDialog } from '../../ui/use-dialog.ts'
import { ratingAnalyticsQuery, suggestionPageSize, suggestionsQuery } from './help.api.ts'
import classes from './help.module.css'
import { JudgeDialog } from './judge-dialog.tsx'
import { SuggestionBadge } from './suggestion-badge.tsx'

interface SuggestionsPageProps {
  page: number
  status: string | undefined
  onSearch: (search: { page?: number; status?: string | undefined }) => void
}

const statusOptions = [
  { value: '', label: 'Todas' },
  ...Object.entries(suggestionStatusLabels).map(([value, label]) => ({ value, label })),
]

/** The Admin's side of the help centre: what people propose, and how they rate it. */
export function SuggestionsPage({ page, status, onSearch }: SuggestionsPageProps) {
  const mayJudge = isAdmin(useViewer())
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...suggestionsQuery({ status, offset: (page - 1) * suggestionPageSize }),
    enabled: mayJudge,
  })
  const judging = useDialog<Suggestion>()
  const [wasOpened, setWasOpened] = useState(false)

  if (!mayJudge) {
    return (
      <EmptyState
        title="Apenas administradores avaliam sugestões"
        action={<LinkButton to="/ajuda">Voltar à Central de Ajuda</LinkButton>}
      />
    )
  }
  const total = data?.total ?? 0
  const columns: Column<Suggestion>[] = [
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
      cell: ({ status: given }) =>
        given === 'pendente' ? suggestionStatusLabels.pendente : <SuggestionBadge status={given} />,
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
          onClick={() => {
            setWasOpened(true)
            judging.open(suggestion)
          }}
        >
          Alterar situação
        </Button>
      ),
    },
  ]

  return (
    <>
      <PageHeader title="Sugestões" context={data && counted(total, 'sugestão', 'sugestões')}>
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
          onChange={(value) => onSearch({ status: value || undefined })}
        />
      </search>
      <div className={classes.list}>
        <DataTable
          caption="Sugestões"
          columns={columns}
          rows={data?.suggestions}
          rowKey={({ id }) => id}
          isFetching={isPlaceholderData}
          error={isError ? 'Erro ao carregar sugestões.' : null}
          onRetry={refetch}
          empty={<EmptyState title="Nenhuma sugestão encontrada">As que as pessoas enviarem aparecem aqui.</EmptyState>}
        />
      </div>
      {total > 0 && (
        <Pagination
          page={page}
          lastPage={Math.ceil(total / suggestionPageSize)}
          perPage={suggestionPageSize}
          total={total}
          onChange={(to) => onSearch({ status, page: to })}
        />
      )}
      <Ratings />
      {wasOpened && judging.subject && (
        <JudgeDialog
          key={judging.subject.id}
          suggestion={judging.subject}
          isOpen={judging.isOpen}
          onClose={judging.close}
        />
      )}
    </>
  )
}

function Ratings() {
  const { data } = useQuery(ratingAnalyticsQuery)
  if (!data) return null
  return (
    <Card
      title="Avaliações da central"
      aside={
        <span className={classes.summary}>
          {counted(data.total ?? 0, 'avaliação', 'avaliações')}
          {data.average != null && `, média ${formatNumber(data.average)} de 5`}
        </span>
      }
    >
      <dl className={classes.levels}>
        {ratingLevels.map((level) => (
          <div key={level}>
            <dt className={classes.summary}>{ratingLabels[level]}</dt>
            <dd className={classes.figure}>{formatNumber(data.distribution?.[level] ?? 0)}</dd>
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
    </Card>
  )
}
