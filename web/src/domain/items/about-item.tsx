import type { AboutItem } from '@malote/core/items/item.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TextLink } from '../../ui/links.tsx'
import { PathSmall } from '../../ui/path/path-small.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { openInNewTab, type RowPress } from '../../ui/table/row-action.tsx'
import { ownSideOf } from '../protocols/custody-side.ts'
import { ProtocolLink } from '../protocols/protocol-parts.tsx'
import classes from './items.module.css'

/** The columns that rows about an item share. */
export const protocolColumn: Column<AboutItem> = {
  key: 'protocol',
  header: 'Protocolo',
  width: '88px',
  cell: ({ protocolId }) => <ProtocolLink id={protocolId} />,
}
export const departmentsColumn = (viewer: Viewer): Column<AboutItem> => ({
  key: 'departments',
  header: 'Departamentos',
  cell: (row) => <Departments row={row} viewer={viewer} />,
})

const Departments = ({ row, viewer }: { row: AboutItem; viewer: Viewer }) => (
  <PathSmall from={row.originDepartment} to={row.destinationDepartment} state={null} own={ownSideOf(viewer, row)} />
)

/** For `onRowPress`: opens the row's item. */
export function useItemPress() {
  const navigate = useNavigate()
  return ({ protocolId, itemId }: AboutItem, { isNewTab }: RowPress) =>
    isNewTab
      ? openInNewTab(`/protocolos/${protocolId}?item=${itemId}`)
      : void navigate({ to: '/protocolos/$id', params: { id: String(protocolId) }, search: { item: itemId } })
}

interface ItemCellProps {
  row: AboutItem
  name: string
  /** Below the name. */
  children: ReactNode
  className?: string | undefined
}

/** The item as a link to its details. */
export function ItemCell({ row, name, className, children }: ItemCellProps) {
  return (
    <span className={classes.cell}>
      <TextLink
        to="/protocolos/$id"
        params={{ id: String(row.protocolId) }}
        search={{ item: row.itemId }}
        className={className}
        fw={500}
        inherit
      >
        {name}
      </TextLink>
      {children && <span className="soft caption normal">{children}</span>}
    </span>
  )
}

interface AboutItemCardProps {
  row: AboutItem
  viewer: Viewer
  status: ReactNode
  item: ReactNode
  /** `WholeLine`s, then two halves. */
  children: ReactNode
}

/** Such a row as a card, for phones: the path and the status, then the item. */
export function AboutItemCard({ row, viewer, status, item, children }: AboutItemCardProps) {
  return (
    <div className={classes.card}>
      <div className={classes.path}>
        <Departments row={row} viewer={viewer} />
      </div>
      {status}
      <div className={`${classes.whole} flex gap-12`}>
        <ProtocolLink id={row.protocolId} />
        {item}
      </div>
      {children}
    </div>
  )
}

export const WholeLine = ({ children }: { children: ReactNode }) => <div className={classes.whole}>{children}</div>
