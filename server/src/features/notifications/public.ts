/** Public interface of this feature. */
export { blackOutNotices } from './black-out-notices.ts'
export { dropInbox } from './drop-inbox.ts'
export { forgetOldNotifications } from './forget-old-notifications.ts'
export { type NoticesOfAct, type NoticeText, noticesOfAct, type Part } from './notices-of-act.ts'
export { notify } from './notify.ts'
export { notifyAccount } from './notify-account.ts'
export { withdrawNotices } from './withdraw-notices.ts'
export { type OwnNotice, writeNotifications } from './write-notifications.ts'
