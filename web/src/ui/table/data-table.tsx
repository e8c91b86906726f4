import { Skeleton } from '@mantine/core'
import { Fragment, type Key, type ReactNode } from 'react'
import { StaleNotice } from '../freshness/stale-notice.tsx'
import { useLast } from '../freshness/use-held.ts'
import { useSteadyRows } from '../freshness/use-steady-rows.tsx'
import { ErrorState } from '../states.tsx'
import { useIsNarrow } from '../use-media.ts'
import classes from './data-table.module.css'
import { pressable, type RowPress } from './row-action.tsx'

export interface Column<Row> {
  key: string
  header: ReactNode
  /** Name of a header that has controls, for screen readers; by default its text. */
  headerName?: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  width?: string
  /** This cell is the row header. */
  isRowHeader?: boolean
  /** Name of a row header that has controls, for screen readers; by default its text. */
  rowName?: (row: Row) => string
  /** Hides the header visually, e.g. of the actions column. */
  isHeaderHidden?: boolean
}

export interface DataTableProps<Row> {
  /** Describes the table to screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  /** The card of a row on phones; without it, a card lists the columns. */
  card?: (row: Row) => ReactNode
  /** The next rows are loading; the old ones are shown dimmed. */
  isFetching?: boolean
  /** The error message of a failed load. */
  error?: string | null | undefined
  /** The id of the failed request. */
  errorCode?: string | undefined
  onRetry?: () => void
  /** When the rows were fetched, for the notice above stale rows. */
  updatedAt?: number
  empty: ReactNode
  skeletonRows?: number
  /** All rows are of one height: columns keep their width, and cells cut what is longer. */
  isFixed?: boolean
  isSelected?: (row: Row) => boolean
  /** Opens a row that is pressed anywhere outside its own controls; its main link or button is for the keyboard. */
  onRowPress?: (row: Row, press: RowPress) => void
}

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
    <div ref={frame} className="shrink">
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
      <table className={classes.table} data-fixed={props.isFixed}>
        <caption className="unseen nowrap">{props.caption}</caption>
        <thead>
          <tr>
            {props.columns.map(({ key, header, headerName, align, width, isHeaderHidden }) => (
              <th key={key} scope="col" data-align={align} style={{ width }} aria-label={headerName}>
                {isHeaderHidden ? <span className="unseen nowrap">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <DataTableRows {...props} />
      </table>
    </div>
  )
}

/** The rows of a table, or their skeletons. */
function DataTableRows<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, isFetching = false, skeletonRows = 10, isSelected, onRowPress } = props
  if (!rows) {
    // A tbody with its own key: React would otherwise reuse the skeleton elements for the rows.
    return (
      <tbody key="skeleton">
        {Array.from({ length: skeletonRows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          <tr key={index}>
            {columns.map(({ key, align }, column) => (
              <td key={key}>
                <Skeleton
                  height={12}
                  width={`${45 + ((index * 3 + column * 5) % 5) * 10}%`}
                  {...(align === 'end' && { ms: 'auto' })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    )
  }
  return (
    <tbody data-dimmed={isFetching}>
      {rows.map((row) => (
        <tr
          key={rowKey(row)}
          data-selected={isSelected?.(row) || undefined}
          {...(onRowPress && pressable((press) => onRowPress(row, press)))}
        >
          {columns.map(({ key, cell, align, isRowHeader, rowName }) =>
            isRowHeader ? (
              <th key={key} scope="row" data-align={align} aria-label={rowName?.(row)}>
                {cell(row)}
              </th>
            ) : (
              <td key={key} data-align={align}>
                {cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  )
}

/** A table's rows as cards, for phones. */
function DataCards<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, card, isFetching = false, isSelected, onRowPress } = props
  if (!rows) {
    return (
      <div key="skeleton" className={classes.cards} aria-busy>
        {[0, 1, 2, 3].map((index) => (
          <div key={index} className={classes.card}>
            <Skeleton height={14} width="70%" my={4} />
            <Skeleton height={12} width="55%" my={12} />
            <Skeleton height={12} width="85%" mb={4} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <ul className={classes.cards} aria-label={caption} data-dimmed={isFetching}>
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          className={classes.card}
          data-selected={isSelected?.(row) || undefined}
          {...(onRowPress && pressable((press) => onRowPress(row, press)))}
        >
          {card ? card(row) : <Details row={row} columns={columns} />}
        </li>
      ))}
    </ul>
  )
}

function Details<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const title = columns.find(({ isRowHeader }) => isRowHeader)
  const rest = columns.filter((column) => column !== title)
  return (
    <>
      {title && <div className="medium mb-4">{title.cell(row)}</div>}
      <dl className={classes.details}>
        {rest.map(({ key, header, cell, isHeaderHidden }) => (
          <Fragment key={key}>
            <dt className={isHeaderHidden ? classes.hidden : undefined}>{header}</dt>
            <dd className={isHeaderHidden ? classes.wide : undefined}>{cell(row)}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
