/** Public interface of this feature. */

export { eventsPlugin, liveChanges } from './events.plugin.ts'
export { eventsCheck } from './events-check.ts'
