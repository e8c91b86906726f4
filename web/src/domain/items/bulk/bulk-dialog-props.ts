import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { ReactNode } from 'react'
import type { BulkValues } from './bulk.api.ts'
import type { BulkAction } from './bulk-actions.ts'
import type { BulkItem } from './bulk-item.ts'

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
