import { z } from 'zod'
import { sessionUserWire } from '../profile/session-user.ts'
import { renamed } from '../shared/renamed.ts'
import { searchable } from '../shared/typed-text.ts'
import { instant, requiredLine } from '../shared/wire-values.ts'
import { provenPassword } from './password.ts'

/** How a second step can be taken: a code of an authenticator app, a recovery code, or a passkey. */
export const secondStepMethods = ['totp', 'recovery', 'passkey'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]

/** Kinds that can be enrolled; recovery codes come with the first of them. */
export const secondStepKinds = ['totp', 'passkey'] as const
export type SecondStepKind = (typeof secondStepKinds)[number]

/** The browser's answer to a passkey request (WebAuthn Level 3, JSON form); its content is checked by the server. */
const credential = z.record(z.string(), z.unknown())

/** A code as people type it: six digits, or a recovery code; blanks and hyphens do not count. */
const typedCode = z
  .string('Informe o código')
  .max(40, 'Código incorreto')
  .transform((text) => searchable(text).replace(/[\s-]/g, ''))
  .refine((text) => text !== '', 'Informe o código')

const wanted = z.object({
  /** Proves the password for five minutes; it opens nothing by itself. */
  token: z.string(),
  methods: z.array(z.enum(secondStepMethods)),
  /** Options for `navigator.credentials.get` (WebAuthn Level 3, JSON form); absent without a passkey. */
  passkeyOptions: z.record(z.string(), z.unknown()).optional(),
})
export type SecondStepWanted = z.infer<typeof wanted>

/** Response of the login for people with a second step, in place of `user` and `token`. */
export const secondStepWanted = renamed(wanted)

/** Body of `POST /api/auth/second-step`. */
export const secondStepBody = z.discriminatedUnion('method', [
  z.object({ method: z.enum(['totp', 'recovery']), token: z.string().max(200), code: typedCode }),
  z.object({ method: z.literal('passkey'), token: z.string().max(200), credential }),
])
export type SecondStepBody = z.infer<typeof secondStepBody>

/**
 * Response of `POST /api/auth/second-step`: that of a login without a second step. `device` is the browser's secret, which
 * the next login sends; absent when the one that was sent is still good.
 */
export const signedInReply = z.object({ user: sessionUserWire, token: z.string(), device: z.string().optional() })

/** An enrolled method. */
export const enrolledMethod = z.object({
  id: z.int(),
  kind: z.enum(secondStepKinds),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type EnrolledMethod = z.infer<typeof enrolledMethod>

/** Response of `GET /api/auth/second-step/methods`. */
export const secondStepMethodsWire = renamed(
  z.object({
    /** Whether the organisation demands a second step of this person. */
    required: z.boolean(),
    methods: z.array(renamed(enrolledMethod)),
    recoveryCodesLeft: z.int(),
  }),
)

/** Response of `POST /api/auth/second-step/totp`: the secret in base32, and an `otpauth:` URI for the QR code. */
export const totpOffer = z.object({ secret: z.string(), uri: z.string() })

/** Body of `POST /api/auth/second-step/totp/confirm`. */
export const totpConfirmBody = z.object({ code: typedCode })

/** Response of `POST /api/auth/second-step/passkey/options`: WebAuthn Level 3, JSON form. */
export const passkeyOffer = z.record(z.string(), z.unknown())

/** Response of an enrolment; the codes are shown once and cannot be read again. Absent when older ones remain valid. */
export const enrolledReply = renamed(z.object({ recoveryCodes: z.array(z.string()).optional() }))

/** Body of `POST /api/auth/second-step/passkey`. */
export const passkeyBody = z.object({ credential, name: requiredLine('Dê um nome à chave de acesso', 60) })

export const currentPasswordMissing = 'Informe a senha atual'

/** The form that removes a method, of people who sign in with a password. */
export const removeMethodForm = z.object({ currentPassword: provenPassword(currentPasswordMissing) })

/** Body of `DELETE /api/auth/second-step/methods/{id}`; others prove themselves at the provider again instead. */
export const removeMethodBody = removeMethodForm.partial()

/** Crockford's base32: digits and letters without I, L, O and U, which are mistaken for others when read from paper. */
export const recoveryCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters of a recovery code: 60 random bits. */
export const recoveryCodeLength = 12

/** How many codes a person gets at once. */
export const recoveryCodeCount = 10

/** A code as it is shown and printed: `7K2M-Q9XT-04RD`. */
export const shownRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/**
 * The code behind what somebody typed. Blanks, hyphens and letter case do not count; `O` is read as 0, `I` and `L` as 1.
 *
 * @returns null when it cannot be a code
 */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  const isCode = code.length === recoveryCodeLength && [...code].every((sign) => recoveryCodeAlphabet.includes(sign))
  return isCode ? code : null
}
