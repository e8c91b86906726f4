/** Public interface of this feature. */
export { anonymizeDeparted } from './anonymize.ts'
