/** Public interface of this feature. */
export { askForTime } from './ask-for-time.ts'
export { lockRequest } from './lock-request.ts'
export { blackOutRequest, requestsTotal } from './requests.repo.ts'
