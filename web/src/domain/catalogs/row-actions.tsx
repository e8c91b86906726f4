import { refusalIn, type Verdict } from '@malote/core/shared/verdict.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { RowAction } from '../../ui/table/row-action.tsx'
import classes from './register.module.css'

interface RowActionsProps {
  /** The row's name, for the accessible names of the buttons. */
  name: string
  canDelete: Verdict
  onEdit: () => void
  onDelete: () => void
}

export function RowActions({ name, canDelete, onEdit, onDelete }: RowActionsProps) {
  return (
    <div className={classes.actions}>
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
