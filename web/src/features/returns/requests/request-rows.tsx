import { type ExtensionRequest, requestStatus, requestStatusWords } from '@malote/core/due-dates/extension-request.ts'
import { canDecideRequest } from '@malote/core/due-dates/extension-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { Button } from '@mantine/core'
import { IconClock, type TablerIcon } from '@tabler/icons-react'
import type { RequestedItem } from '../../../domain/due-dates/requests/requests.api.ts'
import {
  AboutItemCard,
  departmentsColumn,
  ItemCell,
  protocolColumn,
  WholeLine,
} from '../../../domain/items/about-item.tsx'
import { itemSubtitle, nameOfItemOf } from '../../../domain/items/item-name.ts'
import about from '../../../domain/items/items.module.css'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import classes from '../returns.module.css'

/** Context of all row views besides the row. */
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
  protocolColumn,
  { key: 'item', header: 'Item', isRowHeader: true, rowName: nameOfItemOf, cell: (row) => <Item {...row} /> },
  departmentsColumn(context.viewer),
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
    <AboutItemCard row={row} viewer={context.viewer} status={<Status {...row} />} item={<Item {...row} />}>
      <WholeLine>
        <ReasonCell {...row} />
      </WholeLine>
      {row.decidedBy && (
        <WholeLine>
          <span className={about.cell}>
            <Decision {...row} />
          </span>
        </WholeLine>
      )}
      <div className={about.cell}>
        <span className="soft caption normal">Prazo pedido</span>
        <DatesCell {...row} />
      </div>
      <Decide row={row} context={context} />
    </AboutItemCard>
  )
}

function Item(row: ExtensionRequest) {
  const name = nameOfItemOf(row)
  return (
    <ItemCell row={row} name={name} className={classes.requestName}>
      {itemSubtitle({ ...row, description: row.itemDescription }) ?? (row.itemType !== name && row.itemType)}
    </ItemCell>
  )
}

/** Until when it was asked for; below it the item's present due date, which a granted request has changed. */
function DatesCell({ requestedDate, returnDate, status }: ExtensionRequest) {
  return (
    <span className={about.cell}>
      <time dateTime={requestedDate} className="medium numbers">
        {formatDate(requestedDate)}
      </time>
      {status === requestStatus.open && returnDate && (
        <span className="soft caption normal">
          Prazo atual <time dateTime={returnDate}>{formatDate(returnDate)}</time>
        </span>
      )}
    </span>
  )
}

function ReasonCell({ reason, askedBy, askedAt }: ExtensionRequest) {
  return (
    <span className={about.cell}>
      <span className={about.aboutItemText}>{reason}</span>
      <span className="soft caption normal">
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
    {decidedBy && <span className="soft caption normal">por {decidedBy}</span>}
    {note && <span className={`soft caption normal ${about.aboutItemText}`}>“{note}”</span>}
  </>
)

const StatusCell = (row: ExtensionRequest) => (
  <span className={about.cell}>
    <Status {...row} />
    <Decision {...row} />
  </span>
)

function Decide({ row, context: { viewer, onDecide } }: { row: ExtensionRequest; context: RequestContext }) {
  if (!canDecideRequest(viewer, row, row).allowed) return null
  return (
    <Button
      variant="light"
      size="compact-md"
      aria-label={`Decidir pedido de prazo: ${nameOfItemOf(row)}`}
      onClick={() => onDecide(row)}
    >
      Decidir
    </Button>
  )
}
