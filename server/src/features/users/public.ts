/** Public interface of this feature. */
export { changePeople } from './change-people.ts'
export { composeInvitation, composePasswordLink, composePasswordReset } from './compose-account-mail.ts'
export {
  activeAdmins,
  changeUser,
  insertUser,
  insertUsers,
  isAddressNew,
  type KnownUser,
  type LockedUser,
  lockActiveAdmins,
  lockAdminsFor,
  lockUser,
  lockUsers,
  readUser,
  usersWithEmail,
} from './users.repo.ts'
