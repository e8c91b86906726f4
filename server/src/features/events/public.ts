/** Public interface of this feature. */
export { eventsPlugin, liveChanges } from './events.plugin.ts'
