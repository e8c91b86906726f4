/** Public interface of this feature. */
export { deleteMethods } from './methods.repo.ts'
export { dropRecoveryCodes } from './recovery-codes.ts'
