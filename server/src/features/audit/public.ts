/** Public interface of this feature. */
export { forgetOldAudit } from './forget-old-audit.ts'
export {
  type AuditedKind,
  type AuditRecord,
  blackOutDownloads,
  changeEvent,
  recordAudit,
  recordChange,
  recordDownload,
  recordExport,
} from './record-audit.ts'
export { refusalsPlugin } from './refusals.plugin.ts'
