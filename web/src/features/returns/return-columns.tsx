import { canAssign, canReturnInBulk } from '@malote/core/items/item-rules.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { protocolOfRow } from '@malote/core/returns/return-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { ActionIcon } from '@mantine/core'
import { IconEye, IconUserPlus } from '@tabler/icons-react'
import { itemName } from '../../domain/items/item-name.ts'
import { ProtocolLink } from '../../domain/protocols/protocol-link.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { RefusableCheckbox } from '../../ui/refusable-checkbox.tsx'
import { ReturnStatus } from './public/return-status.tsx'
import classes from './return-cells.module.css'
import { DocumentCell, DueCell, PathCell, TypeCell } from './return-cells.tsx'
import type { Selection } from './use-selection.ts'

/** What all row views need besides the row. */
export interface ReturnContext {
  viewer: Viewer
  today: CivilDate
  selection: Selection
  /** Whether any row may be selected. */
  canSelectAny: boolean
  onOpen: (row: ReturnRow) => void
  onAssign: (row: ReturnRow) => void
}

export const returnColumns = (context: ReturnContext): Column<ReturnRow>[] => [
  {
    key: 'selected',
    header: <SelectAll {...context} />,
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
    width: '136px',
    cell: (row) => <DueCell row={row} today={context.today} />,
  },
  { key: 'status', header: 'Status', width: '116px', cell: (row) => <ReturnStatus row={row} today={context.today} /> },
  {
    key: 'actions',
    header: 'Ações',
    width: '92px',
    align: 'end',
    cell: (row) => <ReturnRowActions row={row} context={context} />,
  },
]

type SelectAllProps = Pick<ReturnContext, 'selection' | 'canSelectAny'> & { label?: string }

/** Selects only the rows that may be selected (contract 6.6). */
export function SelectAll({ selection, canSelectAny, label }: SelectAllProps) {
  return (
    <RefusableCheckbox
      {...(label ? { label } : { 'aria-label': 'Selecionar todos' })}
      checked={selection.isAll}
      indeterminate={selection.ids.length > 0 && !selection.isAll}
      refusal={canSelectAny ? null : 'Nenhum item desta página pode ser selecionado'}
      onChange={selection.toggleAll}
    />
  )
}

/** A row that cannot be returned shows the reason. */
export function SelectRow({ row, context: { viewer, selection } }: { row: ReturnRow; context: ReturnContext }) {
  const verdict = canReturnInBulk(viewer, protocolOfRow(row), row)
  return (
    <span className={classes.select}>
      <RefusableCheckbox
        aria-label={`Selecionar ${itemName(row)}`}
        checked={selection.has(row.id)}
        refusal={verdict.allowed ? null : verdict.message}
        onChange={() => selection.toggle(row.id)}
      />
    </span>
  )
}

export function ReturnRowActions({ row, context }: { row: ReturnRow; context: ReturnContext }) {
  const { viewer, onOpen, onAssign } = context
  return (
    <span className={classes.actions}>
      {canAssign(viewer, protocolOfRow(row), row).allowed && (
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={`Atribuir usuário: ${itemName(row)}`}
          title="Atribuir usuário"
          onClick={() => onAssign(row)}
        >
          <IconUserPlus size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`Ver detalhes: ${itemName(row)}`}
        title="Ver detalhes"
        onClick={() => onOpen(row)}
      >
        <IconEye size={18} aria-hidden />
      </ActionIcon>
    </span>
  )
}
