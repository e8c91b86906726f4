import { ratingLabels, ratingLevels } from '@malote/core/help/rating.ts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted, formatDate, formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { ratingAnalyticsQuery } from './help.api.ts'
import classes from './help.module.css'

const failure = 'Erro ao carregar avaliações.'

/** How people rate the help centre, and what they say of it. */
export function RatingsCard() {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(ratingAnalyticsQuery)
  return (
    <Card
      title="Avaliações da central"
      aside={
        data && (
          <span className={classes.summary}>
            {counted(data.total ?? 0, 'avaliação', 'avaliações')}
            {data.average != null && `, média ${formatNumber(data.average)} de 5`}
          </span>
        )
      }
    >
      {isError && !data && <ErrorState title={failure} onRetry={refetch} />}
      {isError && data && <StaleNotice error={failure} updatedAt={dataUpdatedAt} onRetry={refetch} />}
      {!isError && !data && <Skeleton height={160} />}
      {data && (
        <>
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
        </>
      )}
    </Card>
  )
}
