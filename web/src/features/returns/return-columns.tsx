import { acts } from '@malote/core/acts/act.ts'
import { canRemind, canReturnInBulk } from '@malote/core/items/item-rules.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { protocolOfRow, sideOf } from '@malote/core/returns/return-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { IconEye } from '@tabler/icons-react'
import { requestActionsFor } from '../../domain/due-dates/requests/request-actions.ts'
import { type ActionDays, actOf, type ItemAction, itemActionsFor } from '../../domain/items/item-actions.ts'
import { itemName } from '../../domain/items/item-name.ts'
import { remindedToday } from '../../domain/items/reminder.ts'
import { ProtocolLink } from '../../domain/protocols/protocol-parts.tsx'
import { ReturnStatus } from '../../domain/returns/return-status.tsx'
import { itemOfRow } from '../../domain/returns/returns.api.ts'
import type { Selection } from '../../domain/screens/use-selection.ts'
import { ActionMenuItem, RowMenu } from '../../ui/action-menu.tsx'
import { DotLabel } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { RowAction } from '../../ui/table/row-action.tsx'
import { SelectBox, SelectPage } from '../../ui/table/select-box.tsx'
import { DocumentCell, DueCell, PathCell, TypeCell } from './return-cells.tsx'
import classes from './returns.module.css'

/** Context of all row views besides the row. */
export interface ReturnContext extends ActionDays {
  viewer: Viewer
  /** The rows of the page. */
  rows: readonly ReturnRow[]
  /** The list has one side only, which its rows need not say. */
  isOneSided: boolean
  selection: Selection<ReturnRow>
  /** Why a row cannot be chosen; null if it can. */
  refusalOf: (row: ReturnRow) => string | null
  onOpen: (row: ReturnRow) => void
  onAction: (action: ItemAction, row: ReturnRow) => void
}

export const returnColumns = (context: ReturnContext): Column<ReturnRow>[] => [
  {
    key: 'selected',
    header: <SelectAll context={context} />,
    width: '44px',
    cell: (row) => <SelectRow row={row} context={context} />,
  },
  { key: 'protocol', header: 'Protocolo', width: '7%', cell: ({ protocolId }) => <ProtocolLink id={protocolId} /> },
  {
    key: 'document',
    header: 'Documento',
    isRowHeader: true,
    rowName: itemName,
    cell: (row) => <DocumentCell row={row} onOpen={context.onOpen} />,
  },
  { key: 'type', header: 'Tipo', width: '10.5%', cell: TypeCell },
  {
    key: 'departments',
    header: 'Departamentos',
    width: '26%',
    cell: (row) => <PathCell row={row} context={context} />,
  },
  {
    key: 'date',
    header: 'Data de Retorno',
    width: '11.5%',
    cell: (row) => <DueCell row={row} today={context.today} onDecide={decidingOf(row, context)} />,
  },
  {
    key: 'status',
    header: 'Status',
    width: '11.5%',
    cell: (row) => <ReturnStatus row={row} today={context.today} />,
  },
  {
    key: 'actions',
    header: 'Ações',
    width: '152px',
    align: 'end',
    cell: (row) => (
      <span className="inline">
        <NamedAct row={row} context={context} />
        <ReturnMenu row={row} context={context} />
      </span>
    ),
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
const SelectRow = ({ row, context: { selection, refusalOf } }: { row: ReturnRow; context: ReturnContext }) => (
  <SelectBox
    label={`Selecionar ${itemName(row)}`}
    isChosen={selection.has(row)}
    refusal={refusalOf(row)}
    onToggle={(isRange) => selection.toggle(row, isRange)}
  />
)

/** Opens the row's request for more time; false for viewers who may not decide about it. */
const decidingOf = (row: ReturnRow, { viewer, lastAnswered, onAction }: ReturnContext) =>
  requestActionsFor(viewer, protocolOfRow(row), row, lastAnswered).includes('decide') && (() => onAction('decide', row))

/** Why a row cannot be chosen, as its details say it: only for items that the viewer's department owes. */
export const excuseOf = (row: ReturnRow, { viewer, refusalOf }: ReturnContext) =>
  sideOf(viewer, row) === 'toReturn' ? refusalOf(row) : null

/** The acts that a row may name, as its button says them; the first of those that are offered. */
const namedActs: readonly ItemAction[] = ['decide', 'assign', 'return', 'complete', 'remind', 'answer']

interface RowActs {
  row: ReturnRow
  context: ReturnContext
}

/** All acts on a row, and which of them it names: the one that the item waits for. */
function actsOf({ row, context }: RowActs) {
  const { viewer } = context
  const protocol = protocolOfRow(row)
  const offered = itemActionsFor(viewer, protocol, itemOfRow(row), context)
  // Here one returns what one answers for (contract 6.6); the rest is in the menu.
  const isNamed = (action: ItemAction) => action !== 'return' || canReturnInBulk(viewer, protocol, row).allowed
  const named = namedActs.find(
    (act) => offered.some(({ action, refusal }) => action === act && !refusal) && isNamed(act),
  )
  return { offered, named }
}

/** The act that the item waits for; asking for it, even when that was done today. */
function NamedAct({ row, context }: RowActs) {
  const { viewer, today, onAction } = context
  const { offered, named } = actsOf({ row, context })
  const refusal = !named && canRemind(viewer, protocolOfRow(row), row).allowed ? remindedToday(row, today) : null
  const act = named ?? (refusal ? 'remind' : null)
  if (!act) return null
  const label = offered.find(({ action }) => action === act)?.label
  const words = acts[actOf[act]].verb
  return (
    <RowAction
      // Another act is another button: a second Enter does not do it.
      key={act}
      // The name of a button begins with what is written on it.
      label={`${label?.startsWith(words) ? label : words}: ${itemName(row)}`}
      words={words}
      refusal={refusal}
      onPress={() => onAction(act, row)}
    />
  )
}

/** The details of a row, and the acts that it does not name. */
function ReturnMenu({ row, context }: RowActs) {
  const { offered, named } = actsOf({ row, context })
  const { onOpen, onAction } = context
  return (
    <RowMenu label={`Ações do item ${itemName(row)}`} width={224}>
      <ActionMenuItem icon={IconEye} onPress={() => onOpen(row)}>
        Ver detalhes
      </ActionMenuItem>
      {offered
        .filter(({ action }) => action !== named)
        .map(({ action, label, icon, refusal }) => (
          <ActionMenuItem
            key={action}
            icon={icon}
            isDangerous={action === 'cancel'}
            refusal={refusal}
            onPress={() => onAction(action, row)}
          >
            {label}
          </ActionMenuItem>
        ))}
    </RowMenu>
  )
}

/** A row as a card for phones: the item first, then its path and its due date. */
export function ReturnCard({ row, context }: { row: ReturnRow; context: ReturnContext }) {
  const { today, onOpen } = context
  return (
    <div className={classes.card}>
      <SelectRow row={row} context={context} />
      <DocumentCell row={row} onOpen={onOpen} />
      <span className={classes.menu}>
        <ReturnMenu row={row} context={context} />
      </span>
      <div className={classes.body}>
        <PathCell row={row} context={context} />
        <div className="row wrap gap-4-12">
          <ProtocolLink id={row.protocolId} />
          <span>{row.itemType || '—'}</span>
          {row.category && <DotLabel color={row.categoryColor ?? null}>{row.category}</DotLabel>}
        </div>
        <div className="row between gap-8">
          <span className="row gap-12">
            <ReturnStatus row={row} today={today} />
            <DueCell row={row} today={today} onDecide={decidingOf(row, context)} />
          </span>
          <NamedAct row={row} context={context} />
        </div>
      </div>
    </div>
  )
}
