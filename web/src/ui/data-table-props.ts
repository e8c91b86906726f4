import type { Key, ReactNode } from 'react'

export interface Column<Row> {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'end'
  width?: string
  /** The cell that names its row. */
  isRowHeader?: boolean
  /** Only for screen readers: the header of an actions column. */
  isHeaderHidden?: boolean
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  /** The card of a row on phones; without it, a card lists the columns. */
  card?: (row: Row) => ReactNode
  /** The next rows are on their way: the old ones stay, dimmed. */
  isFetching?: boolean
  /** The sentence of a failed load. */
  error?: string | null | undefined
  onRetry?: () => void
  /** When the rows were asked for, for the notice above old ones. */
  updatedAt?: number
  empty: ReactNode
  skeletonRows?: number
  isSelected?: (row: Row) => boolean
}
