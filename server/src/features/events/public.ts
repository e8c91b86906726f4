/** The door of this feature: what others may call. */
export { eventsPlugin, liveChanges } from './events.plugin.ts'
