/** Public interface of this feature. */
export { forgetOldAudit } from './forget-old-audit.ts'
export { type AuditRecord, blackOutDownloads, recordAudit } from './record-audit.ts'
export { type AuditedKind, changeEvent, recordChange } from './record-change.ts'
export { recordDownload, recordExport } from './record-export.ts'
export { refusalsPlugin } from './refusals.plugin.ts'
