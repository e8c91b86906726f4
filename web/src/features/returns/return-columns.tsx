import { canAssign, canRemind } from '@malote/core/items/item-rules.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { protocolOfRow, sideOf } from '@malote/core/returns/return-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { IconBellRinging, IconEye, IconUserPlus } from '@tabler/icons-react'
import {
  type RequestAction,
  requestActions,
  requestActionsFor,
} from '../../domain/due-dates/requests/request-actions.ts'
import { itemName } from '../../domain/items/item-name.ts'
import { remindedToday } from '../../domain/items/reminder.ts'
import { OpenOccurrences } from '../../domain/occurrences/occurrences-line.tsx'
import { ProtocolLink } from '../../domain/protocols/protocol-link.tsx'
import { ReturnStatus } from '../../domain/returns/return-status.tsx'
import type { Selection } from '../../domain/screens/use-selection.ts'
import { BadgeStack } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { RowAction } from '../../ui/table/row-action.tsx'
import { SelectBox, SelectPage } from '../../ui/table/select-box.tsx'
import { DocumentCell, DueCell, PathCell, TypeCell } from './return-cells.tsx'
import classes from './returns.module.css'

/** Context of all row views besides the row. */
export interface ReturnContext {
  viewer: Viewer
  today: CivilDate
  /** The latest due date for which an answer is offered. */
  lastAnswered: CivilDate
  /** The rows of the page. */
  rows: readonly ReturnRow[]
  selection: Selection<ReturnRow>
  /** Why a row cannot be chosen; null if it can. */
  refusalOf: (row: ReturnRow) => string | null
  onOpen: (row: ReturnRow) => void
  onAssign: (row: ReturnRow) => void
  onRemind: (row: ReturnRow) => void
  /** Answering for the item, asking for more time, or deciding about it. */
  onRequest: (action: RequestAction, row: ReturnRow) => void
}

export const returnColumns = (context: ReturnContext): Column<ReturnRow>[] => [
  {
    key: 'selected',
    header: <SelectAll context={context} />,
    width: '48px',
    cell: (row) => <SelectRow row={row} context={context} />,
  },
  { key: 'protocol', header: 'Protocolo', width: '80px', cell: ({ protocolId }) => <ProtocolLink id={protocolId} /> },
  { key: 'document', header: 'Documento', isRowHeader: true, cell: DocumentCell },
  { key: 'type', header: 'Tipo', cell: TypeCell },
  { key: 'departments', header: 'Departamentos', cell: (row) => <PathCell row={row} viewer={context.viewer} /> },
  {
    key: 'date',
    header: 'Data de Retorno',
    width: '160px',
    cell: (row) => <DueCell row={row} today={context.today} onDecide={decidingOf(row, context)} />,
  },
  {
    key: 'status',
    header: 'Status',
    width: '132px',
    cell: (row) => (
      <BadgeStack>
        <ReturnStatus row={row} today={context.today} />
        <OpenOccurrences count={row.openOccurrences} />
      </BadgeStack>
    ),
  },
  {
    key: 'actions',
    header: 'Ações',
    width: '132px',
    align: 'end',
    cell: (row) => <ReturnRowActions row={row} context={context} />,
  },
]

/** Selects only the rows that may be selected (contract 6.6). */
export function SelectAll({ context, label }: { context: ReturnContext; label?: string }) {
  const { rows, selection, refusalOf } = context
  const choosable = rows.filter((row) => refusalOf(row) === null)
  return (
    <SelectPage
      {...(label && { label })}
      isAll={choosable.length > 0 && choosable.every(selection.has)}
      isSome={selection.rows.length > 0}
      refusal={choosable.length > 0 ? null : 'Nenhum item desta página pode ser selecionado'}
      onToggle={() => selection.togglePage(choosable)}
    />
  )
}

/** A row that cannot be chosen shows the reason. */
export const SelectRow = ({ row, context: { selection, refusalOf } }: { row: ReturnRow; context: ReturnContext }) => (
  <SelectBox
    label={`Selecionar ${itemName(row)}`}
    isChosen={selection.has(row)}
    refusal={refusalOf(row)}
    onToggle={(isRange) => selection.toggle(row, isRange)}
  />
)

/** Opens the row's request for more time; false for viewers who may not decide about it. */
export const decidingOf = (row: ReturnRow, { viewer, lastAnswered, onRequest }: ReturnContext) =>
  requestActionsFor(viewer, protocolOfRow(row), row, lastAnswered).includes('decide') &&
  (() => onRequest('decide', row))

/** Why a row cannot be chosen, as its details say it: only for items that the viewer's department owes. */
export const excuseOf = (row: ReturnRow, { viewer, refusalOf }: ReturnContext) =>
  sideOf(viewer, row) === 'toReturn' ? refusalOf(row) : null

export function ReturnRowActions({ row, context }: { row: ReturnRow; context: ReturnContext }) {
  const { viewer, today, lastAnswered, onOpen, onAssign, onRemind, onRequest } = context
  const protocol = protocolOfRow(row)
  // One button about the due date is enough; the details have all of them.
  const [aboutTime] = requestActionsFor(viewer, protocol, row, lastAnswered)
  return (
    <span className={classes.returnCellsActions}>
      {canAssign(viewer, protocol, row).allowed && (
        <RowAction
          label={`Atribuir usuário: ${itemName(row)}`}
          hint="Atribuir usuário"
          icon={IconUserPlus}
          onPress={() => onAssign(row)}
        />
      )}
      {canRemind(viewer, protocol, row).allowed && (
        <RowAction
          label={`Cobrar: ${itemName(row)}`}
          hint="Cobrar"
          icon={IconBellRinging}
          refusal={remindedToday(row, today)}
          onPress={() => onRemind(row)}
        />
      )}
      {aboutTime && (
        <RowAction
          label={`${requestActions[aboutTime].label}: ${itemName(row)}`}
          hint={requestActions[aboutTime].label}
          icon={requestActions[aboutTime].icon}
          onPress={() => onRequest(aboutTime, row)}
        />
      )}
      <RowAction
        label={`Ver detalhes: ${itemName(row)}`}
        hint="Ver detalhes"
        icon={IconEye}
        onPress={() => onOpen(row)}
      />
    </span>
  )
}
