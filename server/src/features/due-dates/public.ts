/** Public interface of this feature. */
export { askForTime } from './ask-for-time.ts'
export { blackOutRequest, lockRequest, requestsTotal } from './requests.repo.ts'
