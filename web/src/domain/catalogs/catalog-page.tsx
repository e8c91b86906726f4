import type { Importable } from '@malote/core/import/import-columns.ts'
import { refusalIn, type Verdict } from '@malote/core/shared/verdict.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTableImport, IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { LinkButton } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { tableStates } from '../../ui/query-states.tsx'
import { type Column, DataTable, type DataTableProps } from '../../ui/table/data-table.tsx'
import { RowAction } from '../../ui/table/row-action.tsx'
import type { CatalogScreenProps } from '../screens/searches.ts'
import { useViewer } from '../session/session.tsx'
import classes from './catalog.module.css'
import { type CatalogWords, readOnly } from './catalog-words.ts'
import { type OpenEntryDialog, useDialogAddress, useOpenDialog } from './use-entry-form.ts'

export interface CatalogDialogsProps<Row> {
  openDialog: OpenEntryDialog<Row>
  words: CatalogWords
  nameOf: (row: Row) => string | null | undefined
  isOpen: boolean
  onClose: () => void
}

interface CatalogPageProps<Row extends { id: number }>
  extends CatalogScreenProps,
    Pick<DataTableProps<Row>, 'columns' | 'rows' | 'empty'> {
  title: string
  words: CatalogWords
  /** The number of records; undefined while loading. */
  count: string | undefined
  /** The query of the rows. */
  list: UseQueryResult
  /** Error message for when the server sends none. */
  loadFailed: string
  /** The search that the count belongs to. */
  occasion?: string | undefined
  nameOf: (row: Row) => string | null | undefined
  /** The second line of a card on phones. */
  details: (row: Row) => ReactNode
  canDelete: (row: Row) => Verdict
  /** Secondary actions of an Admin, next to the one that adds. */
  moreActions?: ReactNode
  /** Above the table. */
  filters?: ReactNode
  /** Below the table. */
  children?: ReactNode
  /** A lazy component, loaded when the first dialog opens. */
  Dialogs: ComponentType<CatalogDialogsProps<Row>>
}

/** A settings screen: everyone can read the table; an Admin adds, edits and deletes in dialogs (contract 10.5). */
export function CatalogPage<Row extends { id: number }>(props: CatalogPageProps<Row>) {
  const { title, words, list, count, columns, rows, nameOf, details, canDelete, onDialog, Dialogs } = props
  const canChange = canAdminister(useViewer()).allowed
  const { openDialog, opening, isOpen } = useOpenDialog(canChange ? props.dialog : {}, rows)

  const { open, close } = useDialogAddress(props.dialog, onDialog)

  const actions = (row: Row) => (
    <RowActions
      name={nameOf(row) ?? ''}
      canDelete={canDelete(row)}
      onEdit={() => open({ open: 'edit', id: row.id })}
      onDelete={() => open({ open: 'delete', id: row.id })}
    />
  )
  const nameColumn = columns.find(({ isRowHeader }) => isRowHeader)
  const actionsColumn: Column<Row> = { key: 'actions', header: 'Ações', width: '96px', align: 'end', cell: actions }
  return (
    <>
      <PageHeader
        title={title}
        count={count}
        occasion={props.occasion}
        context={!canChange && readOnly}
        action={
          canChange && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open({ open: 'new' })}>
              {words.add}
            </Button>
          )
        }
      >
        {canChange && props.moreActions}
      </PageHeader>
      {props.filters}
      <DataTable
        caption={title}
        columns={canChange ? [...columns, actionsColumn] : columns}
        rows={rows}
        rowKey={({ id }) => id}
        card={(row) => (
          <CatalogCard name={nameColumn?.cell(row)} actions={canChange && actions(row)}>
            {details(row)}
          </CatalogCard>
        )}
        {...tableStates(list, props.loadFailed)}
        empty={props.empty}
      />
      {props.children}
      {openDialog && (
        <Dialogs key={opening} openDialog={openDialog} words={words} nameOf={nameOf} isOpen={isOpen} onClose={close} />
      )}
    </>
  )
}

interface CatalogCardProps {
  name: ReactNode
  actions: ReactNode
  children: ReactNode
}

/** A row of a settings screen as a card, for phones. */
function CatalogCard({ name, actions, children }: CatalogCardProps) {
  return (
    <div className={classes.card}>
      <strong className="medium anywhere">{name}</strong>
      {actions}
      <div className={classes.details}>{children}</div>
    </div>
  )
}

interface RowActionsProps {
  /** The row's name, for the accessible names of the buttons. */
  name: string
  canDelete: Verdict
  onEdit: () => void
  onDelete: () => void
}

function RowActions({ name, canDelete, onEdit, onDelete }: RowActionsProps) {
  return (
    <div className="flex justify-end gap-4">
      <RowAction label={`Editar ${name}`} hint="Editar" icon={IconPencil} onPress={onEdit} />
      <RowAction
        label={`Excluir ${name}`}
        hint="Excluir"
        icon={IconTrash}
        isDangerous
        refusal={refusalIn(canDelete)}
        onPress={onDelete}
      />
    </div>
  )
}

/** The link from a settings screen to its import. */
export function ImportLink({ importable }: { importable: Importable }) {
  return (
    <LinkButton
      to={importable === 'suppliers' ? '/settings/suppliers/import' : '/settings/users/import'}
      variant="default"
      leftSection={<IconTableImport size={16} aria-hidden />}
    >
      Importar
    </LinkButton>
  )
}
