import type { Key, ReactNode } from 'react'
import type { RowPress } from './row-action.tsx'

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
