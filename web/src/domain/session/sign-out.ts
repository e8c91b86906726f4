import type { OidcLogout } from '@malote/core/auth/oidc.ts'
import { api } from '../../lib/api.ts'
import { tabStorage } from '../../lib/browser-storage.ts'
import { drafts } from '../../lib/drafts.ts'
import { session } from '../../lib/stored-session.ts'

/** Ends the session of this browser, and forgets what was typed in it. */
// meets V7.4.4
export function signOut() {
  const stored = session.get()
  // Not awaited: signing out is immediate, and queries that still run meanwhile would be refused.
  const left = stored?.isFromProvider ? leaveProvider() : api.post('/api/auth/logout')
  left.catch(() => undefined)
  session.end(stored?.token)
  drafts.dropOthers()
}

/** Signs out, then goes to the provider's page that does the same there and leads back to our sign-in. */
async function leaveProvider() {
  const { url } = await api.post<OidcLogout>('/api/auth/oidc/logout')
  if (url !== null) location.assign(url)
  // The provider still remembers the user, who has left.
  else tabStorage.set('sign-in-again', 'true')
}
