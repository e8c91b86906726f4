import { history } from '../lib/history.ts'
import { session } from '../lib/stored-session.ts'

/** The pages in front of the sign-in, or everything behind it. */
export type Program = 'entrance' | 'app'

// public/boot.js knows them, too.
const publicAddresses = new Set(['/login', '/esqueci-senha', '/primeiro-acesso', '/redefinir-senha'])

/** Which program the address and the session call for. Leads strangers to the sign-in, and signed-in people away from it. */
export function programOf(): Program {
  const { pathname, href, state } = history.location
  const address = pathname.replace(/(.)\/$/, '$1')
  const isSignedIn = session.get() !== null
  if (isSignedIn && address === '/login') {
    history.replace(state.wanted ?? '/')
    return 'app'
  }
  if (publicAddresses.has(address)) return 'entrance'
  if (isSignedIn) return 'app'
  history.replace('/login', { wanted: href }, { ignoreBlocker: true })
  return 'entrance'
}

/** Calls back whenever the program may have changed. */
export function watchProgram(changed: () => void) {
  session.subscribe(changed)
  history.subscribe(changed)
}
