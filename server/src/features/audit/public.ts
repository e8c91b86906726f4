/** Public interface of this feature. */
export {
  type AuditedKind,
  type AuditRecord,
  blackOutDownloads,
  changeEvent,
  forgetOldAudit,
  recordAudit,
  recordChange,
  recordDownload,
  recordExport,
} from './record-audit.ts'
export { refusalsPlugin } from './refusals.plugin.ts'
