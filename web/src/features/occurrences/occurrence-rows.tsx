import { kindWords, type Occurrence, occurrenceStatus, outcomeWords } from '@malote/core/occurrences/occurrence.ts'
import { isAtOrigin } from '@malote/core/protocols/protocol-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { itemName } from '../../domain/items/item-name.ts'
import { ownSideOf } from '../../domain/protocols/custody-side.ts'
import { ProtocolLink } from '../../domain/protocols/protocol-link.tsx'
import { counted, formatDateTime } from '../../lib/format.ts'
import { AnchorLink } from '../../ui/anchor-link.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PathSmall } from '../../ui/path-small.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './occurrence-rows.module.css'

/** What all row views need besides the row. */
export interface OccurrenceContext {
  viewer: Viewer
  onResolve: (occurrence: Occurrence) => void
}

export const occurrenceColumns = (context: OccurrenceContext): Column<Occurrence>[] => [
  { key: 'protocol', header: 'Protocolo', width: '88px', cell: ({ protocolId }) => <ProtocolLink id={protocolId} /> },
  { key: 'item', header: 'Item', isRowHeader: true, rowName: itemName, cell: (row) => <ItemCell {...row} /> },
  { key: 'what', header: 'Ocorrência', cell: (row) => <WhatCell {...row} /> },
  { key: 'departments', header: 'Departamentos', cell: (row) => <Path row={row} context={context} /> },
  { key: 'opened', header: 'Registrada', width: '148px', cell: (row) => <OpenedCell {...row} /> },
  { key: 'status', header: 'Situação', width: '148px', cell: (row) => <StatusCell {...row} /> },
  {
    key: 'actions',
    header: 'Ações',
    width: '112px',
    align: 'end',
    cell: (row) => <Resolve row={row} context={context} />,
  },
]

/** An occurrence as a card, for phones: the path first, then what happened to which item. */
export function OccurrenceCard({ row, context }: { row: Occurrence; context: OccurrenceContext }) {
  return (
    <div className={classes.card}>
      <div className={classes.path}>
        <Path row={row} context={context} />
      </div>
      <StatusCell {...row} />
      <div className={`${classes.whole} ${classes.line}`}>
        <ProtocolLink id={row.protocolId} />
        <ItemCell {...row} />
      </div>
      <div className={classes.whole}>
        <WhatCell {...row} />
      </div>
      <OpenedCell {...row} />
      <Resolve row={row} context={context} />
    </div>
  )
}

/** The item as a link to its details, where its occurrences stand. */
function ItemCell(row: Occurrence) {
  const name = itemName(row)
  return (
    <span className={classes.cell}>
      <AnchorLink
        to="/protocolos/$id"
        params={{ id: String(row.protocolId) }}
        search={{ item: row.itemId }}
        fw={500}
        inherit
      >
        {name}
      </AnchorLink>
      {row.itemType !== name && <span className={classes.soft}>{row.itemType}</span>}
    </span>
  )
}

function WhatCell({ kind, description, attachments }: Occurrence) {
  const count = attachments.length
  return (
    <span className={classes.cell}>
      <span className={classes.kind}>{kindWords[kind]}</span>
      <span className={classes.text}>{description}</span>
      {count > 0 && (
        <span className={`${classes.soft} ${classes.clip}`}>
          <IconPaperclip size={14} aria-hidden />
          {counted(count, 'arquivo', 'arquivos')}
        </span>
      )}
    </span>
  )
}

const Path = ({ row, context: { viewer } }: { row: Occurrence; context: OccurrenceContext }) => (
  <PathSmall from={row.originDepartment} to={row.destinationDepartment} own={ownSideOf(viewer, row)} />
)

const OpenedCell = ({ openedBy, openedAt }: Occurrence) => (
  <span className={classes.cell}>
    <time dateTime={openedAt}>{formatDateTime(openedAt)}</time>
    <span className={classes.soft}>{openedBy}</span>
  </span>
)

/** Open, or how it was settled; without an outcome it ended with its item. */
function StatusCell({ status, outcome, resolvedAt }: Occurrence) {
  if (status === occurrenceStatus.open) {
    return (
      <StatusBadge tone="danger" icon={IconAlertTriangle}>
        Aberta
      </StatusBadge>
    )
  }
  return (
    <span className={classes.cell}>
      <StatusBadge tone="success">{outcome ? outcomeWords[outcome] : 'Encerrada'}</StatusBadge>
      <time className={classes.soft} dateTime={resolvedAt ?? undefined}>
        {formatDateTime(resolvedAt)}
      </time>
    </span>
  )
}

/** For those who may resolve it in some way; the dialog says which. */
function Resolve({ row, context: { viewer, onResolve } }: { row: Occurrence; context: OccurrenceContext }) {
  const mayResolve = isAtOrigin(viewer, row) || row.openedById === viewer.id
  if (row.status !== occurrenceStatus.open || !mayResolve) return null
  return (
    <Button
      variant="light"
      size="compact-md"
      aria-label={`Resolver ocorrência: ${kindWords[row.kind]}, ${itemName(row)}`}
      onClick={() => onResolve(row)}
    >
      Resolver
    </Button>
  )
}
