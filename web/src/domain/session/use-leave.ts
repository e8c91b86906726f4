import { drafts, unsaved } from '../../lib/drafts.ts'
import { history } from '../../lib/history.ts'
import { showOverlay } from '../screens/overlays.ts'
import { useSession } from './session.tsx'

/** The action of *Sair*: asks for confirmation when unsaved input would be lost. */
export function useLeave() {
  const { user } = useSession()
  const leave = useLeaveAtOnce()
  return () => {
    if (unsaved.isAny() || (user && drafts.isAny(user.id))) showOverlay('leave')
    else leave()
  }
}

/**
 * Signs out without asking. The sign-in page gets no address to return to, because the next user may be another one.
 */
export function useLeaveAtOnce() {
  const { logout } = useSession()
  return () => {
    logout()
    history.replace('/login', {}, { ignoreBlocker: true })
  }
}
