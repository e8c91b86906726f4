import type { Item } from '@malote/core/items/item.ts'
import type { RequestAction } from './request-actions.ts'

/** What the dialogs about more time need to know of an item, wherever it is listed. */
export type RequestedItem = Pick<
  Item,
  'id' | 'protocolId' | 'documentNumber' | 'description' | 'itemType' | 'returnDate' | 'extensionRequest'
>

/** The open dialog, and its item. */
export interface OpenRequestDialog {
  action: RequestAction
  item: RequestedItem
}
