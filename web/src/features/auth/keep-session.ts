import { drafts } from '../../lib/drafts.ts'
import { session } from '../../lib/stored-session.ts'

/** Response of every way to sign in. */
export interface SignedIn {
  token: string
  user: unknown
}

/** Stores the session, which opens the app, unless the user has gone to another page meanwhile. */
export async function keepSession({ token, user: answered }: SignedIn, options?: { isFromProvider: boolean }) {
  const { toSessionUser } = await import('../../domain/session/session-user.ts')
  const user = toSessionUser(answered)
  drafts.dropOthers(user.id)
  session.save(token, user, options)
}
