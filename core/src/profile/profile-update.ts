import { z } from 'zod'
import {
  longestPassword,
  passwordsDiffer,
  passwordTooLong,
  passwordTooShort,
  shortestPassword,
} from '../auth/password-words.ts'
import { switchesOf } from '../notifications/notification-type.ts'
import { renamed } from '../shared/renamed.ts'
import { flag, optionalLine } from '../shared/wire-values.ts'
import { sessionUserWire } from './session-user.ts'

/** An empty password counts as absent (contract 2.13.1). */
const password = z.string('Informe um texto').max(longestPassword, passwordTooLong).nullish()

const profileFields = z.object({
  phone: optionalLine(40),
  ...switchesOf(flag.optional()),
  currentPassword: password,
  newPassword: password,
  confirmPassword: password,
})
export type ProfileUpdate = z.infer<typeof profileFields>

type Passwords = Pick<ProfileUpdate, 'currentPassword' | 'newPassword' | 'confirmPassword'>

/**
 * A new password needs the current one, a certain length and, where it was typed twice, the same text (contract 5.6.1).
 */
function checkPasswords({ currentPassword, newPassword, confirmPassword }: Passwords, context: z.RefinementCtx) {
  if (!newPassword) return
  const refuse = (field: keyof Passwords, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })

  if (!currentPassword) refuse('currentPassword', 'Senha atual é obrigatória para alterar a senha')
  if (newPassword.length < shortestPassword) refuse('newPassword', passwordTooShort)
  if (typeof confirmPassword === 'string' && confirmPassword !== newPassword) refuse('confirmPassword', passwordsDiffer)
}

/** The profile's form; missing fields stay unchanged. */
export const profileUpdate = profileFields.superRefine(checkPasswords)

/** Body of `PUT /api/auth/profile`; the passwords are in camelCase on the wire (contract 3.4). */
export const profileUpdateWire = renamed(profileFields, {
  currentPassword: 'currentPassword',
  newPassword: 'newPassword',
  confirmPassword: 'confirmPassword',
}).superRefine(checkPasswords)

/** The message after the profile was saved (contract 8.19). */
export const profileUpdated = 'Perfil atualizado com sucesso!'

/** Response of `PUT /api/auth/profile` (contract 7.1.2). */
export const profileReply = z.object({ success: z.literal(true), message: z.string(), user: sessionUserWire })
