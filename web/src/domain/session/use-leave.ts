import { drafts } from '../../lib/drafts.ts'
import { history } from '../../lib/history.ts'
import { unsaved } from '../../lib/unsaved.ts'
import { showOverlay } from '../screens/overlays.ts'
import { useSession } from './session.tsx'

/** *Sair*: asks first when something that was typed would be lost. */
export function useLeave() {
  const { user } = useSession()
  const leave = useLeaveAtOnce()
  return () => {
    if (unsaved.isAny() || (user && drafts.isAny(user.id))) showOverlay('leave')
    else leave()
  }
}

/** Whoever leaves on purpose does not leave an address behind for the next person. */
export function useLeaveAtOnce() {
  const { logout } = useSession()
  return () => {
    logout()
    history.replace('/login', {}, { ignoreBlocker: true })
  }
}
