/** Public interface of this feature. */
export { composeAnchor } from './compose-anchor-mail.ts'
export { composeAccountNotice, composeNotification, composeReminder } from './compose-notification-mail.ts'
export { mailBacklog } from './mail-backlog.queries.ts'
export { mailCheck } from './mail-check.ts'
export type { MailOrder, ReminderLine } from './mail-order.ts'
export { blackOutMails, mailQueue, openMailQueue, queueMail, queueMailAfterwards } from './mail-queue.ts'
export { type Mail, renderMail } from './render-mail.ts'
export { type MailTransport, openSmtp } from './smtp.ts'
