/** Public interface of this feature. */
export { type Answered, type Audience, answeringFor } from './audience.ts'
export { type Announced, blackOutNotices } from './black-out-notices.ts'
export { forgetOldNotifications } from './forget-old-notifications.ts'
export { type Notifier, unlimited } from './notice-limit.ts'
export {
  ensureWasAllowed,
  mailNoticeOfNew,
  type NoticeOutcome,
  type NoticeValues,
  noticeOfNew,
  noticeParts,
} from './notice-of-new.ts'
export { type ItemAudience, type NoticesOfAct, type NoticeText, noticesOfAct, type Part } from './notices-of-act.ts'
export { notify } from './notify.ts'
export { notifyAccount } from './notify-account.ts'
export { dropInbox, withdrawNotices } from './withdraw-notices.ts'
export { type OwnNotice, writeNotifications } from './write-notifications.ts'
