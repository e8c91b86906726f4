import { z } from 'zod'
import { flag } from '../shared/wire-values.ts'
import { emailAddress } from '../users/email.ts'
import { chosenPassword, provenPassword } from './password.ts'
import { passwordsDiffer } from './password-words.ts'
import { secondStepWanted, signedInReply } from './second-step.ts'

const loginEmail = emailAddress('Email é obrigatório', 'Email inválido')

/** The secret of a browser in which somebody has signed in: their typing errors have a count of their own there. */
const deviceSecret = z.string().regex(/^[\w-]{43}$/)

/**
 * Body of `POST /api/auth/login`; `device` is what the last sign-in of this person in this browser answered, and what is
 * no such secret counts as none. `remember` keeps the session for 30 days instead of 12 hours (contract 7.1.1, 10.13).
 */
export const loginBody = z.object({
  email: loginEmail,
  password: provenPassword('Senha é obrigatória'),
  remember: flag.nullish(),
  device: deviceSecret.nullish().catch(null),
})
export type LoginBody = z.infer<typeof loginBody>

/** Response of the login; the token is the bearer token of every later request, or `second_step` opens the next form. */
export const loginReply = z.union([signedInReply, z.object({ second_step: secondStepWanted })])

/** Body of `POST /api/auth/forgot-password`. */
export const forgotPasswordBody = z.object({ email: loginEmail })

const linkToken = z.string('Link inválido').min(1, 'Link inválido').max(200, 'Link inválido')

/** Body of `POST /api/auth/address`: the token of the link that confirms a new e-mail address. */
export const addressTokenBody = z.object({ token: linkToken })

/**
 * Body of `POST /api/auth/password`: the token of the link authorises choosing a password. With `signIn` it is a sign-in
 * with that password too, answered like one.
 */
export const tokenPasswordBody = z.object({
  token: linkToken,
  newPassword: chosenPassword,
  signIn: flag.nullish(),
})
export type TokenPasswordBody = z.infer<typeof tokenPasswordBody>

const passwordTwice = z.object({ newPassword: chosenPassword, confirmPassword: z.string() })
const isSameTwice = (form: z.infer<typeof passwordTwice>) => form.newPassword === form.confirmPassword
const differ = { path: ['confirmPassword'], error: passwordsDiffer }

/** The form behind an invitation or a reset link; the token is in the link's URL. */
export const choosePasswordForm = passwordTwice.refine(isSameTwice, differ)

/** The form of people who must replace the password that was made for them. */
export const replacePasswordForm = passwordTwice
  .extend({ currentPassword: provenPassword('Informe a senha com que você entrou') })
  .refine(isSameTwice, differ)
