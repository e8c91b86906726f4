import type { FoundProtocol, ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { canPrint } from '@malote/core/protocols/protocol-rules.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { OpenOccurrences } from '../../../domain/occurrences/open-occurrences.tsx'
import type { RunAction } from '../../../domain/protocols/actions/protocol-actions.ts'
import { AwaitingNote } from '../../../domain/protocols/awaiting-note.tsx'
import { MatchLine } from '../../../domain/protocols/match-line.tsx'
import { ProtocolLink } from '../../../domain/protocols/protocol-link.tsx'
import { ProtocolStatusBadge } from '../../../domain/protocols/protocol-status-badge.tsx'
import type { Selection } from '../../../domain/screens/use-selection.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { BadgeStack } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { SelectBox, SelectPage } from '../../../ui/table/select-box.tsx'
import { ProtocolPath } from '../protocol-path.tsx'
import classes from './list.module.css'
import { ProtocolRowMenu } from './protocol-row-menu.tsx'

/** What all row views need besides the row. */
export interface ProtocolListContext {
  viewer: Viewer
  /** The rows of the page. */
  rows: readonly ProtocolRow[]
  selection: Selection<ProtocolRow>
  /** The text that the rows were found by. */
  search: string
  onAction: RunAction
}

export const protocolColumns = (context: ProtocolListContext): Column<FoundProtocol>[] => [
  {
    key: 'id',
    header: (
      <span className={classes.first}>
        <SelectProtocols context={context} />
        ID
      </span>
    ),
    headerName: 'ID',
    isRowHeader: true,
    rowName: ({ id }) => `#${id}`,
    width: '108px',
    cell: (row) => (
      <span className={classes.first}>
        <ProtocolBox protocol={row} context={context} />
        <ProtocolLink id={row.id} />
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '132px',
    cell: ({ status, cancelKind, openOccurrences }) => (
      <BadgeStack>
        <ProtocolStatusBadge status={status} cancelKind={cancelKind} />
        <OpenOccurrences count={openOccurrences} />
      </BadgeStack>
    ),
  },
  {
    key: 'departments',
    header: 'Departamentos',
    cell: (row) => (
      <>
        <ProtocolPath protocol={row} viewer={context.viewer} />
        <AwaitingNote days={row.awaitingReceiptDays} />
        <MatchLine match={row.match} search={context.search} />
      </>
    ),
  },
  {
    key: 'date',
    header: 'Data',
    width: '132px',
    cell: ({ createdAt }) => (
      <time className={classes.date} dateTime={createdAt}>
        {formatDateTime(createdAt) || '—'}
      </time>
    ),
  },
  { key: 'progress', header: 'Progresso', width: '124px', cell: ItemsDone },
  { key: 'creator', header: 'Criado por', cell: ({ creator, originUser }) => creator || originUser || '—' },
  {
    key: 'actions',
    header: 'Ações',
    width: '64px',
    align: 'end',
    cell: (row) => <ProtocolRowMenu protocol={row} onAction={context.onAction} />,
  },
]

/** Chooses the page's protocols that may be received or printed. */
export function SelectProtocols({
  context: { rows, selection },
  label,
}: {
  context: ProtocolListContext
  label?: string
}) {
  const choosable = rows.filter((row) => canPrint(row).allowed)
  return (
    <SelectPage
      {...(label && { label })}
      isAll={choosable.length > 0 && choosable.every(selection.has)}
      isSome={selection.rows.length > 0}
      refusal={choosable.length > 0 ? null : 'Nenhum protocolo desta página pode ser selecionado'}
      onToggle={() => selection.togglePage(choosable)}
    />
  )
}

interface ProtocolBoxProps {
  protocol: ProtocolRow
  context: ProtocolListContext
}

/** A cancelled protocol can be neither received nor printed. */
export const ProtocolBox = ({ protocol, context: { selection } }: ProtocolBoxProps) => (
  <SelectBox
    label={`Selecionar protocolo ${protocol.id}`}
    isChosen={selection.has(protocol)}
    refusal={refusalIn(canPrint(protocol))}
    onToggle={(isRange) => selection.toggle(protocol, isRange)}
  />
)

/** Completed items out of all items (contract 2.5.4). */
export function ItemsDone({ id, completedItems, totalItems }: ProtocolRow) {
  return (
    <ProgressBar
      completed={completedItems ?? 0}
      total={totalItems ?? 0}
      label={`Itens concluídos do protocolo ${id}`}
    />
  )
}
