import { kindWords, type Occurrence, occurrenceStatus, outcomeWords } from '@malote/core/occurrences/occurrence.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import {
  AboutItemCard,
  departmentsColumn,
  ItemCell,
  protocolColumn,
  WholeLine,
} from '../../domain/items/about-item.tsx'
import { nameOfItemOf } from '../../domain/items/item-name.ts'
import about from '../../domain/items/items.module.css'
import { ResolveButton } from '../../domain/occurrences/resolve-button.tsx'
import { counted, formatDateTime } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'

/** Context of all row views besides the row. */
export interface OccurrenceContext {
  viewer: Viewer
  onResolve: (occurrence: Occurrence) => void
}

export const occurrenceColumns = (context: OccurrenceContext): Column<Occurrence>[] => [
  protocolColumn,
  { key: 'item', header: 'Item', isRowHeader: true, rowName: nameOfItemOf, cell: (row) => <Item {...row} /> },
  { key: 'what', header: 'Ocorrência', cell: (row) => <WhatCell {...row} /> },
  departmentsColumn(context.viewer),
  { key: 'opened', header: 'Registrada', width: '148px', cell: (row) => <OpenedCell {...row} /> },
  { key: 'status', header: 'Situação', width: '148px', cell: (row) => <StatusCell {...row} /> },
  {
    key: 'actions',
    header: 'Ações',
    width: '112px',
    align: 'end',
    cell: (row) => <ResolveButton occurrence={row} onResolve={context.onResolve} />,
  },
]

/** An occurrence as a card, for phones: the path first, then what happened to which item. */
export function OccurrenceCard({ row, context }: { row: Occurrence; context: OccurrenceContext }) {
  return (
    <AboutItemCard row={row} viewer={context.viewer} status={<StatusCell {...row} />} item={<Item {...row} />}>
      <WholeLine>
        <WhatCell {...row} />
      </WholeLine>
      <OpenedCell {...row} />
      <ResolveButton occurrence={row} onResolve={context.onResolve} />
    </AboutItemCard>
  )
}

/** The item's details show its occurrences. */
function Item(row: Occurrence) {
  const name = nameOfItemOf(row)
  return (
    <ItemCell row={row} name={name}>
      {row.itemType !== name && row.itemType}
    </ItemCell>
  )
}

function WhatCell({ kind, description, attachments }: Occurrence) {
  const count = attachments.length
  return (
    <span className={about.cell}>
      <span className="medium">{kindWords[kind]}</span>
      <span className={about.aboutItemText}>{description}</span>
      {count > 0 && (
        <span className="soft caption normal inline gap-4">
          <IconPaperclip size={14} aria-hidden />
          {counted(count, 'arquivo', 'arquivos')}
        </span>
      )}
    </span>
  )
}

const OpenedCell = ({ openedBy, openedAt }: Occurrence) => (
  <span className={about.cell}>
    <time dateTime={openedAt}>{formatDateTime(openedAt)}</time>
    <span className="soft caption normal">{openedBy}</span>
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
    <span className={about.cell}>
      <StatusBadge tone="success">{outcome ? outcomeWords[outcome] : 'Encerrada'}</StatusBadge>
      <time className="soft caption normal" dateTime={resolvedAt ?? undefined}>
        {formatDateTime(resolvedAt)}
      </time>
    </span>
  )
}
