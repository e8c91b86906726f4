/** Public interface of this feature. */
export { blackOutComment, findComment } from './comments.repo.ts'
