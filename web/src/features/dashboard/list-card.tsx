import { Skeleton } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Key, ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSteadyRows } from '../../ui/freshness/use-steady-rows.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import classes from './list-card.module.css'

interface ListCardProps<Row extends { id?: Key }> {
  title: string
  /** The link to the full list. */
  more?: ReactNode
  query: UseQueryResult<Row[]>
  failed: string
  empty: string
  /** Shown in the empty state: what will appear here. */
  hint: string
  icon: TablerIcon
  children: (rows: readonly Row[]) => ReactNode
}

/** A card with one of the dashboard's lists, in all its states. */
export function ListCard<Row extends { id?: Key }>({
  title,
  more,
  query,
  failed,
  empty,
  hint,
  icon,
  children,
}: ListCardProps<Row>) {
  const { error, dataUpdatedAt, refetch } = query
  const { rows: data, frame, notice } = useSteadyRows(query.data, keyOf)
  return (
    <div ref={frame} className={classes.frame} aria-busy={!data && !error}>
      {notice}
      <Card title={title} aside={data?.length ? more : null}>
        <QueryStates
          query={{ data, error, dataUpdatedAt, refetch }}
          failed={failed}
          loading={<SkeletonRows />}
          isEmpty={({ length }) => length === 0}
          empty={
            <EmptyState title={empty} icon={icon}>
              {hint}
            </EmptyState>
          }
        >
          {children}
        </QueryStates>
      </Card>
    </div>
  )
}

const keyOf = ({ id }: { id?: Key }) => id ?? ''

const SkeletonRows = () => (
  <Rows>
    {[0, 1, 2, 3, 4].map((index) => (
      <li key={index} className={classes.row}>
        <Skeleton height={12} width="60%" my={4} />
        <Skeleton height={12} width="85%" my={4} />
      </li>
    ))}
  </Rows>
)

export const Rows = ({ children, label }: { children: ReactNode; label?: string }) => (
  <ul className={classes.rows} aria-label={label}>
    {children}
  </ul>
)
