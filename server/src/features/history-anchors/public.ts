/** Public interface of this feature. */
export { type AnchorLog, anchorYesterday } from './anchor-yesterday.ts'
