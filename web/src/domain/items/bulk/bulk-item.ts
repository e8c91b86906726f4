import type { Item } from '@malote/core/items/item.ts'
import type { ReturnFacts } from '@malote/core/items/item-rules.ts'
import type { Reminded } from '../reminder.ts'

type Facts = Pick<
  Item,
  'id' | 'protocolId' | 'documentNumber' | 'itemType' | 'status' | 'returnDate' | 'responsibleId'
> &
  Partial<Pick<Item, 'description' | 'forwardedTo' | 'absent'>>

/** An item of any list, with what the rules need to know of its protocol. */
export interface BulkItem extends Facts, Reminded {
  responsible?: string | null
  protocol: ReturnFacts & { originDepartment: string; destinationDepartment: string }
}

/** The outcome for each item of a bulk action. */
export interface BulkOutcome {
  done: readonly number[]
  errors: readonly { id: number; message: string }[]
  /** The name of the new responsible user, of *Atribuir*. */
  assignee?: string
}
