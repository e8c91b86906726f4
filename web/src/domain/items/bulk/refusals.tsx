import { refusedTitle } from '@malote/core/acts/act.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { actOf } from '../item-actions.ts'
import { itemName } from '../item-name.ts'
import type { BulkValues } from './bulk.api.ts'
import classes from './bulk.module.css'
import type { BulkAction } from './bulk-actions.ts'
import type { BulkItem, BulkOutcome } from './bulk-item.ts'

/** Items of a bulk action that the server refused; their rows may no longer be loaded. */
export interface Refusals {
  title: string
  list: readonly { id: number; name: string; message: string }[]
}

/** Returns null if the server refused none. */
export function refusalsOf({ action, items }: OpenBulkDialog, { errors }: BulkOutcome): Refusals | null {
  if (errors.length === 0) return null
  const nameOf = (id: number) => {
    const item = items.find((one) => one.id === id)
    return item ? itemName(item) : `Item ${id}`
  }
  return {
    title: refusedTitle(actOf[action]),
    list: errors.map(({ id, message }) => ({ id, message, name: nameOf(id) })),
  }
}

/** What was refused, item by item with the reasons, until it is closed. */
export function RefusalList({ refusals, onClose }: { refusals: Refusals | null; onClose: () => void }) {
  if (!refusals) return null
  const { title, list } = refusals
  return (
    <div className={classes.box}>
      <Banner tone="pending">
        <p className="medium">{title}</p>
        <ul className={classes.list}>
          {list.map(({ id, name, message }) => (
            <li key={id}>
              {name}: {message}
            </li>
          ))}
        </ul>
      </Banner>
      <CloseButton
        className={classes.close}
        aria-label={`Fechar a lista de itens ${title.toLowerCase()}`}
        onClick={onClose}
      />
    </div>
  )
}

/** The open dialog and the chosen items. */
export interface OpenBulkDialog {
  action: BulkAction
  items: readonly BulkItem[]
}

/** What the dialog of each action gets. */
export interface BulkDialogProps {
  isOpen: boolean
  isBusy: boolean
  /** The items that the action applies to. */
  items: readonly BulkItem[]
  /** Lists them, and those that stay out. */
  concerned: ReactNode
  today: CivilDate
  onSubmit: (values: BulkValues) => void
  onClose: () => void
}
