import type { TokenPasswordBody } from '@malote/core/auth/login.ts'
import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, errors, invalidFields } from '@malote/core/shared/errors.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import type { Invitation, NewUser, User, UserEdit } from '@malote/core/users/user.ts'
import { type UserSeen, userSeenWire } from '@malote/core/users/user.wire.ts'
import { canChangeUser, canDeleteUser, canInviteUser, changesAccess } from '@malote/core/users/user-rules.ts'
import { ensureSeen } from '../../domain/ensure-seen.ts'
import { queueMail } from '../../domain/mail/mail-queue.ts'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/failures.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import {
  type AccountToken,
  type ClientAddress,
  dropUnusedAccountTokens,
  endSessions,
  ensureGoodPassword,
  findTokenBearer,
  hashPassword,
  issueAccountToken,
  linkLifetime,
  type PassedFirstStep,
  passFirstStep,
  redeemAccountToken,
} from '../auth/public.ts'
import { changePeople } from './change-people.ts'
import { recordPeople } from './record-people.ts'
import {
  changeUser,
  deleteUserRow,
  findUser,
  insertUser,
  isAddressNew,
  type LockedUser,
  lockAdminsFor,
  lockUser,
  lockUserAndAdmins,
  readUser,
} from './users.repo.ts'

/**
 * Creates a person without a password. They choose it through the invitation, which the Admin sees once and which is
 * also sent by e-mail if that is configured.
 *
 * @throws AppError EMAIL_TAKEN, INVALID_INPUT on an unknown department; for an Admin ONLY_ADMINS, PROOF_NEEDED
 */
export const createUser = (
  db: Db,
  { viewer, prove }: Changer,
  config: Config,
  fields: NewUser,
  now: Date,
): Promise<User & { invitation: Invitation }> =>
  refuseBadUser(
    db.transaction().execute(async (trx) => {
      if (fields.role === role.admin) {
        await lockAdminsFor(trx, viewer)
        await prove(trx)
      }
      const id = await insertUser(trx, fields, now)
      const invitation = await issueLink(trx, config, { id, firstAccess: true }, 'screen', now)
      if (fields.isActive) await queueMail(trx, [{ kind: 'invitation', userId: id }])
      const after = await findUser(trx, id)
      await recordPeople(trx, viewer, [{ after }])
      return { ...after, invitation }
    }),
  )

/** An Admin who changes a person. */
export interface Changer {
  viewer: Actor
  /** Throws PROOF_NEEDED unless the Admin has proved recently who they are. */
  prove: (trx: Trx) => Promise<void>
}

/**
 * Changes a person. A deactivation ends all their sessions and links at once; a new e-mail address ends the links sent
 * to the old one. They remain responsible for their items, and the Gestores of the destination are notified when they
 * leave.
 *
 * @throws AppError ONLY_ADMINS, USER_NOT_FOUND, LAST_ADMIN, OWN_ACCOUNT_STAYS_ACTIVE, PROOF_NEEDED, EMAIL_TAKEN,
 * INVALID_INPUT, CHANGED_MEANWHILE
 */
export const editUser = (
  db: Db,
  { viewer, prove }: Changer,
  id: number,
  body: () => UserEdit & { current?: UserSeen | undefined },
  now: Date,
): Promise<User> =>
  refuseBadUser(
    db.transaction().execute(async (trx) => {
      const { user, activeAdmins } = await lockUserAndAdmins(trx, viewer, id)
      const { current, ...edit } = body()
      const { role = user.role, isActive = user.isActive } = edit
      ensure(canChangeUser(viewer, user, { role, isActive }, activeAdmins))
      if (changesAccess(user, { email: edit.email, role, isActive })) await prove(trx)
      await changePeople(trx, viewer, [{ user, edit }], now)
      const after = await findUser(trx, id)
      ensureSeen(userSeenWire, current, user, after)
      return after
    }),
  )

/**
 * Deletes a person who has no records yet; others can only be deactivated.
 *
 * @throws AppError ONLY_ADMINS, USER_NOT_FOUND, NOT_YOURSELF, LAST_ADMIN, USER_HAS_PROTOCOLS, USER_HAS_RECORDS
 */
export const deleteUser = (db: Db, actor: Actor, id: number): Promise<void> =>
  refuseOn(
    'foreignKey',
    (cause) => new AppError('USER_HAS_RECORDS', { cause }),
    db.transaction().execute(async (trx) => {
      const { user, activeAdmins } = await lockUserAndAdmins(trx, actor, id)
      const before = await findUser(trx, id)
      ensure(canDeleteUser(actor, { ...user, protocolsCreated: before.protocolsCreated }, activeAdmins))
      await deleteUserRow(trx, id)
      await recordPeople(trx, actor, [{ before }])
    }),
  )

const emailTaken = (cause: unknown) =>
  new AppError('EMAIL_TAKEN', { cause, fieldErrors: { uemail: errors.EMAIL_TAKEN.message } })

const unknownDepartment = () => invalidFields({ udpid: errors.DEPARTMENT_NOT_FOUND.message })

/** Converts constraint violations when saving a person: the address is taken, or the department does not exist. */
const refuseBadUser = <Result>(change: Promise<Result>): Promise<Result> =>
  refuseOn('foreignKey', unknownDepartment, refuseOn('unique', emailTaken, change))

/** The person for whom a link is made. */
interface Recipient {
  id: number
  /** Whether they have no password yet: the link is an invitation, and valid for longer. */
  firstAccess: boolean
}

/**
 * The page where the bearer of a link chooses a password. The token is behind the `#`, which browsers send neither to a
 * server nor in a `Referer`.
 */
const passwordPage = ({ APP_URL }: Config, path: string, { token }: AccountToken) =>
  `${APP_URL}/${path}#token=${encodeURIComponent(token)}`

/**
 * Makes a link for choosing a password, which ends earlier ones (see {@link issueAccountToken}). People who may not use a
 * password get the address of the sign-in instead, which opens nothing by itself.
 */
export async function issueLink(
  trx: Trx,
  config: Config,
  user: Recipient,
  channel: 'screen' | 'mail',
  now: Date,
): Promise<Invitation & { url: string }> {
  const purpose = user.firstAccess ? 'invitation' : 'password_reset'
  const issued = await issueAccountToken(trx, user.id, { purpose, channel }, now)
  const person = await trx.selectFrom('users').select('role').where('id', '=', user.id).executeTakeFirstOrThrow()
  if (!mayUsePassword(config.PASSWORD_LOGIN, { role: person.role as Role })) {
    return { url: `${config.APP_URL}/login`, expiresAt: issued.expiresAt.toISOString() }
  }
  const path = user.firstAccess || channel === 'screen' ? 'primeiro-acesso' : 'redefinir-senha'
  return { url: passwordPage(config, path, issued), expiresAt: issued.expiresAt.toISOString() }
}

/**
 * Creates a new link for choosing a password, which ends earlier ones: an invitation, or help for a person who forgot
 * their password; the old one works until a new one is chosen. With e-mail, the link to an account that has a password
 * goes to its owner alone, so that an Admin cannot sign in as somebody else. Without e-mail the owner is notified in the app.
 *
 * @throws AppError USER_NOT_FOUND, USER_INACTIVE, ADDRESS_JUST_CHANGED; PROOF_NEEDED for an Admin, and for a person who already has a password
 */
export const inviteUser = (
  db: Db,
  { viewer, prove }: Changer,
  config: Config,
  id: number,
  now: Date,
): Promise<Invitation> =>
  db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id)
    ensure(canInviteUser(viewer, user))
    if (!user.firstAccess || user.role === role.admin) await prove(trx)
    await recordAudit(trx, {
      ...{ action: 'password.link', actor: viewer, address: viewer.address },
      subject: { kind: 'user', id: String(id), name: user.name },
    })
    if (user.firstAccess) {
      await queueMail(trx, [{ kind: 'invitation', userId: id }])
      return issueLink(trx, config, user, 'screen', now)
    }
    if (config.SMTP_URL === undefined) {
      if (mayUsePassword(config.PASSWORD_LOGIN, user)) await tellOwner(trx, viewer, user, now)
      return issueLink(trx, config, user, 'screen', now)
    }
    // The link would go to an address that an Admin may have made their own.
    if (isAddressNew(user, now)) throw new AppError('ADDRESS_JUST_CHANGED')
    await dropUnusedAccountTokens(trx, id)
    await queueMail(trx, [{ kind: 'passwordLink', userId: id, by: viewer.name }])
    return { url: null, expiresAt: new Date(now.getTime() + linkLifetime.password_reset).toISOString() }
  })

/** Anybody who sees the link can use it, so the owner learns of it before their password stops working. */
const tellOwner = (trx: Trx, { name }: Changer['viewer'], { id }: LockedUser, at: Date) =>
  notifyAccount(trx, {
    userId: id,
    title: 'Link para nova senha criado',
    message: `${name} criou um link, que vale por 2 horas, para você escolher uma nova senha. A senha atual continua valendo até lá. Se não pediu isso, fale com um administrador.`,
    at,
  })

const passwordChosen = {
  title: 'Senha escolhida por um link',
  message:
    'A senha da sua conta foi escolhida por um link do Malote, e as sessões abertas foram encerradas. Se não foi você, fale com um administrador.',
}

/**
 * Sets the password of the person for whom the link was made; from then on they can sign in, and with `signIn` they do
 * at once. The link works once. Ends all their sessions, because someone else may know the old password.
 *
 * @returns undefined without `signIn`
 * @throws AppError TOKEN_INVALID; INVALID_INPUT on a password that is easy to guess, after which the link still works
 */
export async function choosePassword(
  db: Db,
  config: Config,
  { token, newPassword, signIn }: TokenPasswordBody,
  { onAccount, ...client }: ClientAddress,
  now: Date,
): Promise<PassedFirstStep | undefined> {
  const ensureMayUsePassword = (user: LockedUser) => {
    if (!mayUsePassword(config.PASSWORD_LOGIN, user)) throw new AppError('TOKEN_INVALID')
  }
  const bearer = await readUser(db, await findTokenBearer(db, token, now))
  ensureMayUsePassword(bearer)
  await ensureGoodPassword(db, config, bearer, newPassword)
  const passwordHash = await hashPassword(newPassword)
  return db.transaction().execute(async (trx) => {
    const userId = await redeemAccountToken(trx, token, now)
    const user = await lockUser(trx, userId)
    ensureMayUsePassword(user)
    await changeUser(trx, userId, { passwordHash, firstAccess: false, mustChangePassword: false }, now)
    await endSessions(trx, userId)
    await notifyAccount(trx, { userId, ...passwordChosen, at: now })
    onAccount?.(userId)
    // The bearer of a link is not signed in, so that nobody is named as the actor.
    await recordAudit(trx, {
      ...{ action: 'password.changed', actor: null, address: client.ip },
      subject: { kind: 'user', id: String(userId), name: user.name },
    })
    if (signIn) {
      return passFirstStep(trx, config, { userId, remember: false, ...client, passwordHash, deviceId: null }, now)
    }
  })
}
