import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { ExpressionBuilder } from 'kysely'
import { type Mail, renderMail } from '../../domain/mail/render-mail.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { DB } from '../../platform/db/schema.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import { issueLink } from './save-user.ts'
import { isAddressNew } from './users.repo.ts'

/** What the mail says besides the link. */
interface Words {
  subject: string
  /** The first paragraph. */
  occasion: string
  /** The last paragraph; `wait` is the lifetime of the link. */
  advice: (wait: string) => string
  label: string
  /** Whether the mail is also for people who may not use a password; it then leads to the sign-in. */
  isForAll?: boolean
  /** The person asked for it. What an Admin asks for is audited then. */
  isOwnRequest?: boolean
}

const invitation: Words = {
  subject: 'Seu acesso ao Malote',
  occasion: 'Você foi convidado a usar o Malote, o sistema de gestão de protocolos da sua organização.',
  advice: (wait) => `Escolha a sua senha para começar. O link vale por ${wait} e só pode ser usado uma vez.`,
  label: 'Escolher a senha',
  isForAll: true,
}

const reset: Words = {
  subject: 'Redefinição de senha do Malote',
  occasion: 'Recebemos um pedido para redefinir a sua senha.',
  advice: (wait) =>
    `O link vale por ${wait} e só pode ser usado uma vez. Se não foi você, ignore esta mensagem: a sua senha continua a mesma.`,
  label: 'Redefinir a senha',
  isOwnRequest: true,
}

/** @param by the Admin who asked for the link */
const help = (by: string): Words => ({
  ...reset,
  isOwnRequest: false,
  occasion: `${by}, que administra o Malote, pediu um novo link para você escolher a sua senha.`,
  advice: (wait) =>
    `O link vale por ${wait}, só pode ser usado uma vez e foi enviado apenas a você. A sua senha continua a mesma até você escolher outra. Se você não esperava por isto, avise quem administra o sistema.`,
})

/** The invitation of a person without a password. The Admin has seen another link to it; using either ends both. */
export const composeInvitation = (db: Db, config: Config, userId: number, now: Date) =>
  composeLink(db, config, invitation, (eb) => eb('id', '=', userId), now)

/** The link that an Admin has asked for on behalf of a person who has a password. */
export const composePasswordLink = (db: Db, config: Config, order: { userId: number; by: string }, now: Date) =>
  composeLink(db, config, help(order.by), (eb) => eb('id', '=', order.userId), now)

/** The mail for "Esqueci minha senha". */
export const composePasswordReset = (db: Db, config: Config, email: string, now: Date) =>
  composeLink(db, config, reset, (eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()), now)

/**
 * The link is created together with the mail, so that the queue, which is kept for days, never contains a token.
 *
 * @returns undefined when the recipient does not exist (any more), is deactivated, may not sign in with a password, or
 * has a password and an address that an Admin has just changed
 */
const composeLink = (
  db: Db,
  config: Config,
  { subject, occasion, advice, label, isForAll, isOwnRequest }: Words,
  isRecipient: (eb: ExpressionBuilder<DB, 'users'>) => ReturnType<ExpressionBuilder<DB, 'users'>>,
  now: Date,
): Promise<Mail | undefined> =>
  db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'role', 'firstAccess', 'emailChangedAt'])
      .where(isRecipient)
      .where('isActive', '=', true)
      // Two mails to one person must not issue their links at the same time.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user || isAddressNew(user, now)) return undefined
    const mail = { to: user.email, subject, greeting: `Olá, ${user.name}!` }
    if (!mayUsePassword(config.PASSWORD_LOGIN, { role: user.role as Role })) {
      if (!isForAll) return undefined
      return renderMail(config, {
        ...mail,
        paragraphs: [occasion, `Entre com ${config.OIDC_LABEL}: não é preciso criar uma senha.`],
        action: { label: 'Entrar no Malote', url: `${config.APP_URL}/login` },
      })
    }
    const { url } = await issueLink(trx, config, user, 'mail', now)
    // The address of the request is in the security log, on the line of `POST /api/auth/forgot-password`.
    if (isOwnRequest) {
      await recordAudit(trx, {
        ...{ action: 'password.link', actor: null, address: null },
        subject: { kind: 'user', id: String(user.id), name: user.name },
      })
    }
    return renderMail(config, {
      ...mail,
      paragraphs: [occasion, advice(user.firstAccess ? '72 horas' : '2 horas')],
      action: { label, url },
    })
  })
