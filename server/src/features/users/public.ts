/** Public interface of this feature. */
export { changePeople } from './change-people.ts'
export { composeInvitation, composePasswordLink, composePasswordReset } from './compose-account-mail.ts'
export { insertUsers, type KnownUser, usersWithEmail } from './import-users.repo.ts'
export {
  activeAdmins,
  changeUser,
  insertUser,
  type LockedUser,
  lockActiveAdmins,
  lockAdminsFor,
  lockUser,
  lockUsers,
} from './users.repo.ts'
