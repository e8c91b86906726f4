import { z } from 'zod'
import { openExtension } from '../due-dates/open-extension.ts'
import {
  flag,
  id,
  instant,
  optionalId,
  optionalLine,
  optionalText,
  requiredId,
  requiredText,
} from '../shared/wire-values.ts'
import { itemStatuses } from './item-status.ts'

/** A file of an item; its content is fetched by its id (contract 3.10). */
export const attachment = z.object({
  id: z.int(),
  fileName: z.string(),
  contentType: z.string().nullish(),
  sizeBytes: z.int().nullish(),
  /** True when the virus scanner did not respond and the file was accepted all the same; else absent. */
  scanSkipped: z.boolean().nullish(),
})
export type Attachment = z.infer<typeof attachment>

/** When the origin last asked for an item back, and who did (contract 17.2); null: not asked yet. */
export const lastReminder = {
  remindedAt: instant.nullish(),
  remindedBy: z.string().nullish(),
}

/** Where an item was passed on from, and to (contract 20.31, 20.33). */
const hop = {
  /** Name of the department: where the item came from, or where it was sent last, however many hops on. */
  department: z.string(),
  /** The next protocol of the chain and its item; null for a viewer who may not see that protocol. */
  protocolId: z.int().nullable(),
  itemId: z.int().nullable(),
}
export const forwardedFrom = z.object(hop)
export type ForwardedFrom = z.infer<typeof forwardedFrom>
/** What the department that has it last has done: not received it yet, received it, returned it. */
export const hopStages = ['on_the_way', 'there', 'on_the_way_back'] as const
export const forwardedTo = z.object({
  ...hop,
  stage: z.enum(hopStages).nullish(),
  /** When it was passed on from here. */
  since: instant,
  /** When the next department must return it: civil date; null while none is set. */
  returnDate: z.string().nullable(),
})
export type ForwardedTo = z.infer<typeof forwardedTo>

/** Open occurrences under which an item is not there: it did not come, or was lost. */
export const absences = ['missing', 'lost'] as const
export type Absence = (typeof absences)[number]
/** Left out of answers about an item that has no such occurrence. */
export const absent = z.enum(absences).nullish()

/** The fields of lists and details about passing on, occurrences and requests for more time. */
export const custodyFields = {
  forwardedFrom: forwardedFrom.nullish(),
  forwardedTo: forwardedTo.nullish(),
  /** Number of open occurrences. */
  openOccurrences: z.int().nullish(),
  /** The open request for more time; null when there is none. */
  extensionRequest: openExtension.nullish(),
}

/** The item and protocol fields of a row about an item, such as an occurrence or a request for more time. */
export const aboutItem = {
  protocolId: z.int(),
  itemId: z.int(),
  documentNumber: z.string().nullable(),
  itemType: z.string(),
  itemDescription: z.string().nullable(),
  originDepartment: z.string(),
  originDepartmentId: z.int(),
  destinationDepartment: z.string(),
  destinationDepartmentId: z.int(),
}
export type AboutItem = z.infer<z.ZodObject<typeof aboutItem>>

/** An item as the screens of a protocol show it (contract 3.10). */
export const item = z.object({
  id: z.int(),
  protocolId: z.int(),
  /** As it stands on its label (contract 22.1). */
  code: z.string().nullish(),
  documentNumber: z.string().nullable(),
  /** What people call it, e.g. "pasta da Maria Souza" (contract 17.1). */
  description: z.string().nullish(),
  itemType: z.string(),
  itemTypeId: z.int(),
  category: z.string().nullable(),
  categoryId: z.int().nullable(),
  categoryColor: z.string().nullish(),
  supplier: z.string().nullable(),
  supplierId: z.int().nullable(),
  /** Name of the responsible user. */
  responsible: z.string().nullable(),
  responsibleId: z.int().nullable(),
  /** The responsible user has since moved to another department or was deactivated; the item should be transferred. */
  responsibleHasLeft: z.boolean().nullish(),
  /** Civil date, `yyyy-MM-dd`. */
  returnDate: z.string().nullable(),
  /** The first due date; differs from `returnDate` once it was extended. */
  originalReturnDate: z.string().nullish(),
  actualReturnDate: instant.nullable(),
  reason: z.string().nullable(),
  cancelReason: z.string().nullish(),
  status: z.enum(itemStatuses),
  ...lastReminder,
  ...custodyFields,
  absent,
  attachments: z.array(attachment),
})
export type Item = z.infer<typeof item>

const itemFields = {
  documentNumber: optionalLine(100),
  itemTypeId: requiredId('Tipo de item é obrigatório'),
  categoryId: optionalId,
  supplierId: optionalId,
  responsibleId: optionalId,
  description: optionalLine(200),
  reason: optionalText(2000),
  hasAttachment: flag.nullish(),
}

/** An item as the form of a new protocol sends it; the server computes the due date (contract 11.11). */
export const newItem = z.object({ ...itemFields, returnDate: optionalLine() })
export type NewItem = z.infer<typeof newItem>

/** An item as the edit form sends it; missing fields stay unchanged (contract 2.8.1). */
export const editedItem = z.object({ id: requiredId('Item não encontrado'), ...itemFields })
export type EditedItem = z.infer<typeof editedItem>

const reasonMissing = 'É necessário informar o motivo do cancelamento'

/** Why a protocol or an item is cancelled (contract 5.4.1). */
export const cancelBody = z.object({ reason: requiredText(reasonMissing, 2000) })

const chooseUser = 'Por favor, selecione um usuário'
/** *Tramitar Item* (contract 5.4.3). */
export const transferBody = z.object({
  newUserId: requiredId(chooseUser),
  /** The responsible user that the sender saw, to detect conflicts; absent or null: not checked. */
  currentUserId: id.nullish(),
})
export type TransferBody = z.infer<typeof transferBody>
/** *Atribuir usuário* (contract 5.4.3). */
export const assignBody = z.object({ userId: requiredId(chooseUser) })

/** Most items of one bulk action. */
export const largestBulk = 500

/** @param noneChosen message when no item is chosen */
export const chosenItems = (noneChosen: string, most = largestBulk) =>
  z
    .array(requiredId('Item não encontrado'), noneChosen)
    .min(1, noneChosen)
    .max(most, `Selecione no máximo ${most} itens por vez`)

/** *Retornar Selecionados* (contract 5.4.6). */
export const bulkReturnBody = z.object({ itemIds: chosenItems('Selecione pelo menos um item para retornar.') })

/** *Atribuir em massa*: the chosen unassigned items go to one person (contract 2.6.9). */
export const bulkAssignBody = z.object({
  itemIds: chosenItems('Selecione pelo menos um item para atribuir.'),
  userId: requiredId(chooseUser),
})

/** Most items that one reminder may ask for. */
export const largestReminder = 100

/** *Cobrar*: asks for items to be returned (contract 17.2). */
export const remindBody = z.object({
  itemIds: chosenItems('Selecione pelo menos um item para cobrar.', largestReminder),
  message: optionalText(300),
})

/** *Concluir selecionados* (contract 17.3). */
export const bulkCompleteBody = z.object({ itemIds: chosenItems('Selecione pelo menos um item para concluir.') })

/** *Tramitar selecionados* (contract 17.3). */
export const bulkTransferBody = z.object({
  itemIds: chosenItems('Selecione pelo menos um item para tramitar.'),
  newUserId: requiredId(chooseUser),
})

/** The responsible user must work in the destination department (contract 12.13). */
export const responsibleElsewhere = 'O responsável deve ser um usuário ativo do departamento de destino'

const bulkOutcome = z.object({ id: z.int(), message: z.string() })
/** The outcome for each item of a bulk action; each item succeeds or fails alone (contract 12.18). */
export const bulkResults = z.object({ success: z.array(bulkOutcome), errors: z.array(bulkOutcome) })
export type BulkResults = z.infer<typeof bulkResults>

/** The outcome of *Cobrar*: the items that were asked for, and why the others were not. */
export const remindReply = z.object({
  results: z.object({ success: z.array(z.int()), errors: z.array(bulkOutcome) }),
})
export type RemindReply = z.infer<typeof remindReply>

/** Response of a bulk action. */
export const bulkReply = z.object({ results: bulkResults })
export type BulkReply = z.infer<typeof bulkReply>
