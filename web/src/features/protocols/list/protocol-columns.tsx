import type { FoundProtocol, ProtocolRow } from '@malote/core/protocols/protocol.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { MatchLine } from '../../../domain/protocols/match-line.tsx'
import { ProtocolLink } from '../../../domain/protocols/protocol-link.tsx'
import { ProtocolStatusBadge } from '../../../domain/protocols/protocol-status-badge.tsx'
import { formatDateTime } from '../../../lib/format.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { RunAction } from '../actions/protocol-actions.ts'
import { ProtocolPath } from '../protocol-path.tsx'
import classes from './protocol-columns.module.css'
import { ProtocolRowMenu } from './protocol-row-menu.tsx'

/** @param search the text that the rows were found by */
export const protocolColumns = (viewer: Viewer, onAction: RunAction, search: string): Column<FoundProtocol>[] => [
  { key: 'id', header: 'ID', isRowHeader: true, width: '80px', cell: ProtocolLink },
  { key: 'status', header: 'Status', width: '132px', cell: ({ status }) => <ProtocolStatusBadge status={status} /> },
  {
    key: 'departments',
    header: 'Departamentos',
    cell: (row) => (
      <>
        <ProtocolPath protocol={row} viewer={viewer} />
        <MatchLine match={row.match} search={search} />
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
    cell: (row) => <ProtocolRowMenu protocol={row} onAction={onAction} />,
  },
]

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
