/** Public interface of this feature. */
export { askForTime } from './ask-for-time.ts'
export { lockRequest } from './lock-request.ts'
export { requestsTotal } from './requests.queries.ts'
export { blackOutRequest } from './requests.repo.ts'
