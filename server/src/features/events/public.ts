/** The door of this feature: what others may call (STYLE 5). */
export { eventsPlugin, liveChanges } from './events.plugin.ts'
