/** Public interface of this feature. */
export { dropFeeds } from './calendar-feeds.repo.ts'
