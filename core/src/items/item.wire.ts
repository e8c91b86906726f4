import { z } from 'zod'
import { dueDay } from '../due-dates/due-day.ts'
import { openExtension } from '../due-dates/open-extension.ts'
import { civilDate } from '../shared/civil-date.ts'
import { renamed } from '../shared/renamed.ts'
import { requiredText } from '../shared/wire-values.ts'
import {
  attachment,
  bulkCompleteBody,
  bulkResults,
  bulkTransferBody,
  chosenItems,
  custodyFields,
  editedItem,
  forwardedFrom,
  forwardedTo,
  item,
  newItem,
  remindBody,
  transferBody,
} from './item.ts'

export const attachmentWire = renamed(attachment)

/** The wire side of `custodyFields`, for whatever shows an item. */
export const custodyFieldsWire = {
  ...custodyFields,
  forwardedFrom: renamed(forwardedFrom).nullish(),
  forwardedTo: renamed(forwardedTo).nullish(),
  extensionRequest: renamed(openExtension).nullish(),
}

export const itemWire = renamed(item.extend({ ...custodyFieldsWire, attachments: z.array(attachmentWire) }), {
  responsible: 'destination_user',
  responsibleId: 'destination_user_id',
})

export const newItemWire = renamed(newItem, { responsibleId: 'destination_user_id' })

export const editedItemWire = renamed(editedItem, {
  responsibleId: 'destination_user_id',
  hasAttachment: 'hasAttachment',
})

export const transferBodyWire = renamed(transferBody, { newUserId: 'newUserId' })

/** Body of `PUT /api/protocols/items/{itemId}/due-date` (contract 7.4.12, 11.9). */
export const dueDateBody = z.object({
  returnDate: dueDay,
  /** The due date that the sender saw, to detect conflicts; null when there was none; absent: not checked. */
  currentReturnDate: civilDate.nullish(),
  reason: requiredText('É necessário informar o motivo da alteração do prazo', 2000),
})
export type DueDateBody = z.infer<typeof dueDateBody>
export const dueDateBodyWire = renamed(dueDateBody)

/** *Prorrogar selecionados* (contract 17.3): one day and one reason for all. */
export const bulkDueDateBody = z.object({
  itemIds: chosenItems('Selecione pelo menos um item para alterar o prazo.'),
  returnDate: dueDateBody.shape.returnDate,
  reason: dueDateBody.shape.reason,
})
export type BulkDueDateBody = z.infer<typeof bulkDueDateBody>
export const bulkDueDateBodyWire = renamed(bulkDueDateBody)
export const bulkTransferBodyWire = renamed(bulkTransferBody, { newUserId: 'newUserId' })
export const bulkCompleteBodyWire = renamed(bulkCompleteBody)
export const remindBodyWire = renamed(remindBody)

const person = z.object({ id: z.int(), name: z.string() })
export const itemReply = z.object({ item: itemWire })
export const assignReplyWire = renamed(z.object({ item: itemWire, assignedUser: person }))
export const transferReplyWire = renamed(z.object({ item: itemWire, newUser: person }))
export const bulkAssignReplyWire = renamed(z.object({ results: bulkResults, assignedUser: person }))
