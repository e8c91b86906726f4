import { useNavigate } from '@tanstack/react-router'
import { useSession } from './session.tsx'

/** *Sair*. Whoever leaves on purpose does not leave an address behind for the next person. */
export function useLeave() {
  const { logout } = useSession()
  const navigate = useNavigate()
  return async () => {
    await logout()
    await navigate({ to: '/login', replace: true })
  }
}
