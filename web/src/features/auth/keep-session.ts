import { storage } from '../../lib/browser-storage.ts'
import { drafts } from '../../lib/drafts.ts'
import { history } from '../../lib/history.ts'
import { session } from '../../lib/stored-session.ts'

/** Response of every way to sign in. */
export interface SignedIn {
  token: string
  user: unknown
  /** This person's secret of this browser, if it is a new one. */
  device?: string
}

const deviceKey = (email: string) => `device:${email.trim().toLowerCase()}`

/** The secret that an earlier sign-in of this person in this browser was answered with. */
export const deviceOf = (email: string): string | undefined => storage.get(deviceKey(email)) ?? undefined

/** Links lead there, also people who are signed in, so a session alone does not open the app. */
const passwordPages = ['/primeiro-acesso', '/redefinir-senha']

/** Stores the session, which opens the app, unless the user has gone to another page meanwhile. */
export async function keepSession({ token, user: answered, device }: SignedIn, options?: { isFromProvider: boolean }) {
  const { toSessionUser } = await import('../../domain/session/session-user.ts')
  const user = toSessionUser(answered)
  if (device) storage.set(deviceKey(user.email), device)
  drafts.dropOthers(user.id)
  session.save(token, user, options)
  if (passwordPages.includes(history.location.pathname)) history.replace('/')
}
