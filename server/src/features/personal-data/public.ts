/** Public interface of this feature. */
export { anonymizeDeparted } from './anonymize-departed.ts'
