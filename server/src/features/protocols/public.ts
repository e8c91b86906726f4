/** Public interface of this feature. */

export { blackOutAttachment, insertAttachments, withKeptFiles } from './attachments/attachments.repo.ts'
export { removeOrphanedFiles } from './attachments/remove-orphaned-files.ts'
export { formTypes, infectedFile, openUploads } from './attachments/upload-rules.ts'
export { quotedDescriptions, quotesFile, quotesText } from './edit/describe-edit.ts'
export { keepHopsWithin } from './forward/keep-within.ts'
export { recordHopEnded } from './forward/record-hops.ts'
export { forgetOldKeys } from './idempotency/forget-old-keys.ts'
export { findProtocols, protocolsTotal } from './list/protocols.queries.ts'
export { mostCounted } from './list/search-hits.ts'
export { readSearch, type Search } from './list/search-terms.ts'
export { originAudience } from './record/audiences.ts'
export { awaitingReceiptDays } from './record/awaiting-receipt-days.ts'
export { blackOutDueDateReasons, recordDueDateChanges } from './record/due-date-changes.repo.ts'
export { recordAct, recordHistory } from './record/history.repo.ts'
export { allLabels, countOf, describedIn, itemLabel, itemLabels } from './record/item-label.ts'
export {
  itemsOfLocked,
  type LockedItem,
  type LockedProtocol,
  lockProtocol,
  lockProtocolOfItem,
} from './record/lock-protocol.ts'
export { protocolRowOf } from './record/protocol-row.queries.ts'
export { markReminded, moveItems, postponeItems, updateItems, updateProtocol } from './record/protocols.repo.ts'
export { responsibleIn } from './responsibles/responsible.queries.ts'
export { responsiblesOf } from './responsibles/responsibles-of.queries.ts'
