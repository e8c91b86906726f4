/** Public interface of this feature. */
export { checksOfDatabase, checksOfSurroundings, runChecks } from './checks.ts'
