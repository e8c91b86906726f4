import { z } from 'zod'
import { provenPassword } from './password.ts'

/** How long a sign-in or a repeated password counts as fresh proof, in milliseconds. */
export const proofLifetime = 10 * 60_000

/** Body of `POST /api/auth/proof`: repeats the password, so that a session left open cannot change how one signs in. */
export const proofBody = z.object({ currentPassword: provenPassword('Informe a senha atual') })
