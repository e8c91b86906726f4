import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'
import { type StoredSession, session } from '../../lib/stored-session.ts'
import { LoadingState } from '../../ui/loading-state.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toSessionUser } from './session-user.ts'
import { signOut } from './sign-out.ts'

interface Session {
  /** null without a session. */
  user: SessionUser | null
  logout: () => void
  /** Replaces the stored user, e.g. after the profile was saved. */
  update: (user: SessionUser) => void
}

export const SessionContext = createContext<Session | null>(null)

/** Restores this browser's session at once and validates it on the server in the background. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const stored = useSyncExternalStore(session.subscribe, session.get)
  const user = isSessionUser(stored?.user) ? stored.user : null
  const check = useQuery({
    ...userQuery(stored),
    enabled: stored !== null && (stored.isDoubted || !session.beganHere()),
  })

  const value = useMemo<Session>(
    () => ({
      user,
      logout: signOut,
      update(changed) {
        if (changed.id === user?.id) session.saveUser(changed, session.get()?.token)
      },
    }),
    [user],
  )

  if (stored && !user) {
    if (!check.isError) return <LoadingState isFullPage />
    return <ErrorState title="Não foi possível restaurar a sua sessão." onRetry={check.refetch} />
  }
  return <SessionContext value={value}>{children}</SessionContext>
}

/** Fetches the user of this session and stores them. */
const userQuery = (stored: StoredSession | null) =>
  queryOptions({
    queryKey: ['session', stored?.token, stored?.isDoubted],
    queryFn: async ({ signal }) => {
      session.saveUser(toSessionUser(await api.get('/api/auth/me', { signal })), stored?.token)
      return true
    },
  })

/** Fetches the user again, because the server says that they have changed. After a failure they stay as they were. */
export async function refetchUser(queryClient: QueryClient) {
  const { queryKey, queryFn } = userQuery(session.get())
  // An answer that is on its way may be older than the change.
  await queryClient.cancelQueries({ queryKey })
  await queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => undefined)
}

/** The current session. Throws outside its provider (contract 8.16). */
export function useSession(): Session {
  const value = use(SessionContext)
  if (!value) throw new Error('useSession must be used inside SessionProvider')
  return value
}

/** The signed-in user, for components behind the sign-in. Throws without a session. */
export function useViewer(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('useViewer must be used behind the sign-in')
  return user
}

const isSessionUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && 'id' in value && 'departmentId' in value
