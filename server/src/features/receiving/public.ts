/** Public interface of this feature. */
export { receiveIn } from './receive-protocols.ts'
