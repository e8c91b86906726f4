/** Public interface of this feature. */
export { recordAudit } from './record-audit.ts'
