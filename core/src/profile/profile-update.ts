import { z } from 'zod'
import { passwordsDiffer, shortestPassword } from '../auth/password.ts'
import { type NotificationFlag, notificationFlags } from '../notifications/notification-type.ts'
import { renamed } from '../shared/renamed.ts'
import { flag, optionalText } from '../shared/wire-values.ts'
import { sessionUserWire } from './session-user.wire.ts'

const optionalFlags = Object.fromEntries(notificationFlags.map((name) => [name, flag.optional()])) as Record<
  NotificationFlag,
  z.ZodOptional<typeof flag>
>

/** A blank password is an absent one (SPEC 2 "Profile": leave blank to keep the password). */
const password = z.string('Informe um texto').max(200, 'A senha deve ter no máximo 200 caracteres').nullish()

const profileFields = z.object({
  phone: optionalText(40),
  ...optionalFlags,
  currentPassword: password,
  newPassword: password,
  confirmPassword: password,
})
export type ProfileUpdate = z.infer<typeof profileFields>

type Passwords = Pick<ProfileUpdate, 'currentPassword' | 'newPassword' | 'confirmPassword'>

/** A new password needs the current one, a certain length and, where it was typed twice, the same text (SPEC 5 "Profile"). */
function checkPasswords({ currentPassword, newPassword, confirmPassword }: Passwords, context: z.RefinementCtx) {
  if (!newPassword) return
  const refuse = (field: keyof Passwords, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })

  if (!currentPassword) refuse('currentPassword', 'Senha atual é obrigatória para alterar a senha')
  if (newPassword.length < shortestPassword) {
    refuse('newPassword', `A nova senha deve ter pelo menos ${shortestPassword} caracteres`)
  }
  if (typeof confirmPassword === 'string' && confirmPassword !== newPassword) refuse('confirmPassword', passwordsDiffer)
}

/** The profile's form: what it does not name stays as it is. */
export const profileUpdate = profileFields.superRefine(checkPasswords)

/** Body of `PUT /api/auth/profile`; the passwords travel in camelCase (SPEC 3). */
export const profileUpdateWire = renamed(profileFields, {
  currentPassword: 'currentPassword',
  newPassword: 'newPassword',
  confirmPassword: 'confirmPassword',
}).superRefine(checkPasswords)

export const profileUpdated = 'Perfil atualizado com sucesso!'

export const profileReply = z.object({ success: z.literal(true), message: z.string(), user: sessionUserWire })
