import type { Item } from '@malote/core/items/item.ts'
import { Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { assignItems } from './bulk/bulk.api.ts'
import { itemLine } from './item-name.ts'
import classes from './items.module.css'
import { SelectUserDialog } from './select-user-dialog.tsx'

interface BulkAssignDialogProps {
  isOpen: boolean
  protocolId: number
  /** Items that may be assigned. */
  items: readonly Item[]
  onClose: () => void
}

/** Assigns several items without a responsible person to one user. */
export function BulkAssignDialog({ isOpen, protocolId, items, onClose }: BulkAssignDialogProps) {
  const { mutate, isPending } = useMutation(assignItems(useQueryClient()))
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [isMissing, setMissing] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const chosen = items.filter(({ id }) => !left.has(id))

  const toggle = (id: number) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
    setMissing(false)
  }
  const submit = (userId: number) => {
    if (chosen.length === 0) {
      setMissing(true)
      return group.current?.querySelector('input')?.focus()
    }
    mutate({ itemIds: chosen.map(({ id }) => id), userId }, { onSuccess: onClose })
  }
  return (
    <SelectUserDialog
      kind="assign"
      isOpen={isOpen}
      protocolId={protocolId}
      title="Atribuir em massa"
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Checkbox.Group
        ref={group}
        label="Itens"
        value={chosen.map(({ id }) => String(id))}
        error={isMissing && 'Selecione pelo menos um item.'}
      >
        <div className={classes.items}>
          {items.map((item) => (
            <Checkbox key={item.id} value={String(item.id)} label={itemLine(item)} onChange={() => toggle(item.id)} />
          ))}
        </div>
      </Checkbox.Group>
    </SelectUserDialog>
  )
}
