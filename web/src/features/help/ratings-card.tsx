import { ratingLabels, ratingLevels } from '@malote/core/help/rating.ts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted, formatDate, formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { ratingAnalyticsQuery } from './help.api.ts'
import classes from './help.module.css'

/** The ratings of the help centre and their comments. */
export function RatingsCard() {
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
      </QueryStates>
    </Card>
  )
}
