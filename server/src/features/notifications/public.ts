/** Public interface of this feature. */

export { forgetOldNotifications } from './forget-old-notifications.ts'
