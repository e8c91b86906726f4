/** What other features may ask of people. */
export { composeInvitation, composePasswordReset } from './compose-account-mail.ts'
export { changeUser, lockUser } from './users.repo.ts'
