import { ownSessionWire } from '@malote/core/auth/own-session.ts'
import { notificationFlags } from '@malote/core/notifications/notification-type.ts'
import {
  type ProfileUpdate,
  profileReply,
  type profileUpdate,
  profileUpdated,
  profileUpdateWire,
} from '@malote/core/profile/profile-update.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { telling } from '../../lib/telling.ts'

export const profileFailed = 'Erro ao atualizar perfil. Tente novamente.'

/** Resolves to the updated user; undefined if the response does not contain one. */
export const saveProfile = telling(
  {
    mutationFn: async ({ confirmPassword: _, currentPassword, newPassword, ...update }: ProfileUpdate) => {
      const body = newPassword ? { ...update, currentPassword, newPassword } : update
      const answer = await api.put<{ success?: boolean; message?: string } | undefined>(
        '/api/auth/profile',
        z.encode(profileUpdateWire, body),
      )
      if (answer?.success === false) throw new ApiError(200, answer.message ?? '')
      return readWire(profileReply, answer)?.user
    },
  },
  { success: profileUpdated, failure: profileFailed },
)

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => readWire(z.array(ownSessionWire), await api.get('/api/auth/sessions', { signal })),
  // Sessions can end at any time elsewhere.
  staleTime: 0,
})

/** Ends one of the user's sessions, or all but the current one. */
export const endOwnSession = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: (which: number | 'others') =>
        api.delete<void>(which === 'others' ? '/api/auth/sessions' : `/api/auth/sessions/${which}`),
      onSettled: () => queryClient.invalidateQueries(ownSessionsQuery),
    },
    {
      success: (_, which) => (which === 'others' ? 'Outras sessões encerradas.' : 'Sessão encerrada.'),
      failure: 'Erro ao encerrar sessão. Tente novamente.',
    },
  )

export type ProfileForm = z.input<typeof profileUpdate>

export const noPasswords = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Form values of a profile; flags missing in the response are on, as for a new user (contract 3.3). */
export const profileFormOf = (user: SessionUser): ProfileForm => ({
  phone: user.phone ?? '',
  ...Object.fromEntries(notificationFlags.map((flag) => [flag, user[flag] ?? true])),
  ...noPasswords,
})
