/** Public interface of this feature. */
export { providerCheck } from './provider-check.ts'
