import { Skeleton } from '@mantine/core'
import { Fragment } from 'react'
import classes from './data-cards.module.css'
import type { Column, DataTableProps } from './data-table-props.ts'
import { pressable } from './row-press.ts'

/** A table's rows as cards, for phones. */
export function DataCards<Row>(props: DataTableProps<Row>) {
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
      {title && <div className={classes.title}>{title.cell(row)}</div>}
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
