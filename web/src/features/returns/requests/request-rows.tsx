import { type ExtensionRequest, requestStatus, requestStatusWords } from '@malote/core/deadlines/extension-request.ts'
import { isAtOrigin } from '@malote/core/protocols/protocol-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { Button } from '@mantine/core'
import { IconClock, type TablerIcon } from '@tabler/icons-react'
import { itemName, itemSubtitle } from '../../../domain/items/item-name.ts'
import { ownSideOf } from '../../../domain/protocols/custody-side.ts'
import { ProtocolLink } from '../../../domain/protocols/protocol-link.tsx'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { AnchorLink } from '../../../ui/anchor-link.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { PathSmall } from '../../../ui/path-small.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import type { RequestedItem } from '../../items/public/requests/requested-item.ts'
import classes from './request-rows.module.css'

/** What all row views need besides the row. */
export interface RequestContext {
  viewer: Viewer
  today: CivilDate
  onDecide: (row: ExtensionRequest) => void
}

/** The row's item, as the dialogs know it. */
export const requestedItemOf = (row: ExtensionRequest): RequestedItem => ({
  ...row,
  id: row.itemId,
  description: row.itemDescription,
  extensionRequest: row,
})

export const requestColumns = (context: RequestContext): Column<ExtensionRequest>[] => [
  { key: 'protocol', header: 'Protocolo', width: '88px', cell: ({ protocolId }) => <ProtocolLink id={protocolId} /> },
  { key: 'item', header: 'Item', isRowHeader: true, rowName: nameOf, cell: (row) => <ItemCell {...row} /> },
  { key: 'departments', header: 'Departamentos', cell: (row) => <Path row={row} context={context} /> },
  { key: 'dates', header: 'Prazo pedido', width: '150px', cell: (row) => <DatesCell {...row} /> },
  { key: 'reason', header: 'Motivo', cell: (row) => <ReasonCell {...row} /> },
  { key: 'status', header: 'Situação', width: '160px', cell: (row) => <StatusCell {...row} /> },
  {
    key: 'actions',
    header: 'Ações',
    width: '104px',
    align: 'end',
    cell: (row) => <Decide row={row} context={context} />,
  },
]

/** A request as a card, for phones: who decides, then what is asked for and why. */
export function RequestCard({ row, context }: { row: ExtensionRequest; context: RequestContext }) {
  return (
    <div className={classes.card}>
      <div className={classes.path}>
        <Path row={row} context={context} />
      </div>
      <Status {...row} />
      <div className={`${classes.whole} ${classes.line}`}>
        <ProtocolLink id={row.protocolId} />
        <ItemCell {...row} />
      </div>
      <div className={classes.whole}>
        <ReasonCell {...row} />
      </div>
      {row.decidedBy && (
        <div className={`${classes.whole} ${classes.cell}`}>
          <Decision {...row} />
        </div>
      )}
      <div className={classes.cell}>
        <span className={classes.soft}>Prazo pedido</span>
        <DatesCell {...row} />
      </div>
      <Decide row={row} context={context} />
    </div>
  )
}

const nameOf = (row: ExtensionRequest) => itemName({ ...row, description: row.itemDescription })

/** The item as a link to its details. */
function ItemCell(row: ExtensionRequest) {
  const name = nameOf(row)
  return (
    <span className={classes.cell}>
      <AnchorLink
        to="/protocolos/$id"
        params={{ id: String(row.protocolId) }}
        search={{ item: row.itemId }}
        className={classes.name}
        fw={500}
        inherit
      >
        {name}
      </AnchorLink>
      <span className={classes.soft}>
        {itemSubtitle({ ...row, description: row.itemDescription }) ?? (row.itemType !== name && row.itemType)}
      </span>
    </span>
  )
}

const Path = ({ row, context: { viewer } }: { row: ExtensionRequest; context: RequestContext }) => (
  <PathSmall from={row.originDepartment} to={row.destinationDepartment} own={ownSideOf(viewer, row)} />
)

/** Until when it was asked for; below it the item's present due date, which a granted request has changed. */
function DatesCell({ requestedDate, returnDate, status }: ExtensionRequest) {
  return (
    <span className={classes.cell}>
      <time dateTime={requestedDate} className={classes.date}>
        {formatDate(requestedDate)}
      </time>
      {status === requestStatus.open && returnDate && (
        <span className={classes.soft}>
          Prazo atual <time dateTime={returnDate}>{formatDate(returnDate)}</time>
        </span>
      )}
    </span>
  )
}

function ReasonCell({ reason, askedBy, askedAt }: ExtensionRequest) {
  return (
    <span className={classes.cell}>
      <span className={classes.text}>{reason}</span>
      <span className={classes.soft}>
        {askedBy}, <time dateTime={askedAt}>{formatDateTime(askedAt)}</time>
      </span>
    </span>
  )
}

const looks: Record<ExtensionRequest['status'], { tone: Tone; icon?: TablerIcon }> = {
  aberto: { tone: 'pending', icon: IconClock },
  concedido: { tone: 'success' },
  negado: { tone: 'danger' },
  encerrado: { tone: 'neutral' },
}

const Status = ({ status, grantedDate }: ExtensionRequest) => (
  <StatusBadge {...looks[status]}>
    {status === requestStatus.granted ? `Concedido até ${formatDate(grantedDate)}` : requestStatusWords[status]}
  </StatusBadge>
)

/** Who decided, and what they said about it. */
const Decision = ({ decidedBy, note }: ExtensionRequest) => (
  <>
    {decidedBy && <span className={classes.soft}>por {decidedBy}</span>}
    {note && <span className={`${classes.soft} ${classes.text}`}>“{note}”</span>}
  </>
)

const StatusCell = (row: ExtensionRequest) => (
  <span className={classes.cell}>
    <Status {...row} />
    <Decision {...row} />
  </span>
)

function Decide({ row, context: { viewer, onDecide } }: { row: ExtensionRequest; context: RequestContext }) {
  if (row.status !== requestStatus.open || !isAtOrigin(viewer, row)) return null
  return (
    <Button
      variant="light"
      size="compact-md"
      aria-label={`Decidir pedido de prazo: ${nameOf(row)}`}
      onClick={() => onDecide(row)}
    >
      Decidir
    </Button>
  )
}
