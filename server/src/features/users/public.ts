/** What other features may ask of people. */
export { composeInvitation, composePasswordReset } from './compose-account-mail.ts'
export { changePerson } from './edit-user.ts'
export { insertUsers, type KnownUser, usersWithEmail } from './import-users.repo.ts'
export { activeAdmins, changeUser, lockActiveAdmins, lockUser } from './users.repo.ts'
