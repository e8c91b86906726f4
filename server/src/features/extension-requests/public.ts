/** Public interface of this feature. */
export { askForTime } from './ask-for-time.ts'
export { requestsTotal } from './requests.queries.ts'
