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
      .select(['id', 'name', 'email'])
      .where('id', '=', userId)
      .where('isActive', '=', true)
      .executeTakeFirst()
    if (!user) return undefined
    const { url } = await issueLink(trx, config, user.id, 'invitation', now)
    return renderMail(config, {
      to: user.email,
      subject: 'Seu acesso ao Malote',
      greeting: `Olá, ${user.name}!`,
      paragraphs: [
        'Você foi convidado a usar o Malote, o sistema de gestão de protocolos da sua organização.',
        'Escolha a sua senha para começar. O link vale por 72 horas e só pode ser usado uma vez.',
      ],
      action: { label: 'Escolher a senha', url },
    })
  })

/** The mail for "Esqueci minha senha"; undefined for an unknown address or a deactivated person. */
export const composePasswordReset = (db: Db, config: Config, email: string, now: Date): Promise<Mail | undefined> =>
  db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .where('isActive', '=', true)
      .executeTakeFirst()
    if (!user) return undefined
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
