import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { type Mail, renderMail } from '../mail/public.ts'
import { issueLink } from './password-link.ts'

/**
 * The mails with a link for choosing a password. The link is created together with the mail, so that the queue, which
 * is kept for days, never contains a token. The mail of an invitation therefore has another link than the one shown to
 * the Admin.
 *
 * @returns undefined when the recipient does not exist (any more)
 */
export const composeInvitation = (db: Db, config: Config, userId: number, now: Date): Promise<Mail | undefined> =>
  db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'role'])
      .where('id', '=', userId)
      .where('isActive', '=', true)
      .executeTakeFirst()
    if (!user) return undefined
    const invitation = {
      to: user.email,
      subject: 'Seu acesso ao Malote',
      greeting: `Olá, ${user.name}!`,
    }
    const invited = 'Você foi convidado a usar o Malote, o sistema de gestão de protocolos da sua organização.'
    if (!mayUsePassword(config.PASSWORD_LOGIN, { role: user.role as Role })) {
      return renderMail(config, {
        ...invitation,
        paragraphs: [invited, `Entre com ${config.OIDC_LABEL}: não é preciso criar uma senha.`],
        action: { label: 'Entrar no Malote', url: `${config.APP_URL}/login` },
      })
    }
    const { url } = await issueLink(trx, config, user.id, 'invitation', now)
    return renderMail(config, {
      ...invitation,
      paragraphs: [invited, 'Escolha a sua senha para começar. O link vale por 72 horas e só pode ser usado uma vez.'],
      action: { label: 'Escolher a senha', url },
    })
  })

/**
 * The mail for "Esqueci minha senha"; undefined for an unknown address, a deactivated person, or one who may not sign in
 * with a password.
 */
export const composePasswordReset = (db: Db, config: Config, email: string, now: Date): Promise<Mail | undefined> =>
  db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'role'])
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .where('isActive', '=', true)
      .executeTakeFirst()
    if (!user || !mayUsePassword(config.PASSWORD_LOGIN, { role: user.role as Role })) return undefined
    const { url } = await issueLink(trx, config, user.id, 'password_reset', now)
    return renderMail(config, {
      to: user.email,
      subject: 'Redefinição de senha do Malote',
      greeting: `Olá, ${user.name}!`,
      paragraphs: [
        'Recebemos um pedido para redefinir a sua senha. O link vale por 2 horas e só pode ser usado uma vez.',
        'Se não foi você, ignore esta mensagem: a sua senha continua a mesma.',
      ],
      action: { label: 'Redefinir a senha', url },
    })
  })
