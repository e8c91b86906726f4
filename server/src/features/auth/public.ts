/** Public interface of this feature. */
export {
  type AccountToken,
  dropUnusedAccountTokens,
  findTokenBearer,
  issueAccountToken,
  linkLifetime,
  redeemAccountToken,
} from './account-tokens.repo.ts'
export { admit, dutyOf, findSessionUser, settleDuty } from './admit.ts'
export { rememberDevice } from './devices.repo.ts'
export { ensureGoodPassword, problemOfPassword } from './ensure-good-password.ts'
export { forgetAccessOf, forgetExpiredAccess } from './forget-access.ts'
export {
  addIdentity,
  dropIdentities,
  findIdentity,
  hasIdentityAt,
  isAdminByClaim,
  noteAdminByClaim,
} from './identities.repo.ts'
export { type ClientAddress, type PassedFirstStep, passFirstStep, relyingParty } from './login.ts'
export { ensureCurrentPassword, ensureSamePassword, hashPassword, hashWithSalt } from './password.ts'
export {
  countWrongCode,
  endPendingSignIn,
  endPendingSignIns,
  findPendingSignIn,
  lockPendingSignIn,
  mostWrongCodes,
  type PendingSignIn,
} from './pending-sign-ins.repo.ts'
export { dropFeeds, endAllSessions, endSession, endSessions } from './sessions.repo.ts'
export {
  type OriginThrottle,
  providerThrottle,
  type SignInThrottle,
  signInThrottle,
} from './sign-in-throttle.ts'
export {
  callLimit,
  type Place,
  successLimit,
  type Throttle,
  ThrottledError,
  throttle,
  unknownTokens,
} from './throttle.ts'
