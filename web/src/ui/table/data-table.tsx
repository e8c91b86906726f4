import { ErrorState } from '../error-state.tsx'
import { StaleNotice } from '../freshness/stale-notice.tsx'
import { useLast } from '../freshness/use-last.ts'
import { useSteadyRows } from '../freshness/use-steady-rows.tsx'
import { useIsNarrow } from '../use-media.ts'
import { DataCards } from './data-cards.tsx'
import classes from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { DataTableRows } from './data-table-rows.tsx'

export type { Column, DataTableProps } from './data-table-props.ts'

/**
 * The only table component: skeleton, rows, empty and error are states of the same frame; below 800 px rows become
 * cards. If the next rows fail to load, the previous ones stay with a notice.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { error, errorCode, onRetry, updatedAt } = props
  const { rows: steady, frame, notice } = useSteadyRows(props.rows, props.rowKey)
  const last = useLast(steady)
  const rows = steady ?? (error && last ? last : undefined)

  if (error && !rows) {
    return (
      <div className={classes.frame}>
        <ErrorState title={error} code={errorCode} onRetry={onRetry} />
      </div>
    )
  }
  return (
    <div ref={frame} className={classes.whole}>
      {error && <StaleNotice error={error} updatedAt={updatedAt} onRetry={onRetry} />}
      {notice}
      <Rows {...props} rows={rows} />
    </div>
  )
}

function Rows<Row>(props: DataTableProps<Row>) {
  const isNarrow = useIsNarrow()
  const { rows, empty, isFetching = false } = props

  if (rows?.length === 0) {
    return (
      <div className={classes.frame} data-dimmed={isFetching}>
        {empty}
      </div>
    )
  }
  if (isNarrow) return <DataCards {...props} />
  return (
    <div className={classes.frame} aria-busy={isFetching || !rows}>
      <table className={classes.table}>
        <caption className={classes.caption}>{props.caption}</caption>
        <thead>
          <tr>
            {props.columns.map(({ key, header, headerName, align, width, isHeaderHidden }) => (
              <th key={key} scope="col" data-align={align} style={{ width }} aria-label={headerName}>
                {isHeaderHidden ? <span className={classes.caption}>{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <DataTableRows {...props} />
      </table>
    </div>
  )
}
