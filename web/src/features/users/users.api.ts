import { readWire } from '@malote/core/shared/renamed.ts'
import { responsibilityPageWire } from '@malote/core/users/responsibility.wire.ts'
import type { NewUser, User } from '@malote/core/users/user.ts'
import { createdUserWire, invitationReply, newUserWire, userEditWire, userWire } from '@malote/core/users/user.wire.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { refreshRegister } from '../../domain/registers/refresh-register.ts'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'
import { telling } from '../../lib/telling.ts'
import { userWords } from './user-words.ts'

const userKeys = {
  all: ['users'] as const,
  responsibilities: (id: number) => [...userKeys.all, id, 'responsibilities'] as const,
}

/** Everybody, by name; the screen filters by itself. */
export const usersQuery = queryOptions({
  queryKey: userKeys.all,
  queryFn: async ({ signal }) => readWire(z.array(userWire), await api.get('/api/users', { signal })),
  staleTime: staleTime.lists,
})

/** The first of the pending items that a person answers for, and how many there are. */
export const responsibilitiesQuery = (id: number) =>
  queryOptions({
    queryKey: userKeys.responsibilities(id),
    queryFn: async ({ signal }) =>
      readWire(responsibilityPageWire, await api.get(`/api/users/${id}/responsibilities`, { signal })),
    staleTime: 0,
  })

/** Resolves to the new person with the link to choose a password. */
export const createUser = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async (fields: NewUser) =>
        readWire(createdUserWire, await api.post('/api/users', z.encode(newUserWire, fields))),
      onSettled: () => refreshRegister(queryClient, userKeys.all),
    },
    { success: userWords.added, failure: userWords.addFailed },
  )

export const editUser = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, fields, current }: { id: number; fields: NewUser; current: User }) =>
        api.put<unknown>(`/api/users/${id}`, { uid: id, ...z.encode(userEditWire, { ...fields, current }) }),
      onSettled: () => refreshRegister(queryClient, userKeys.all),
    },
    { success: userWords.edited, failure: userWords.editFailed },
  )

export const deleteUser = (queryClient: QueryClient) => ({
  mutationFn: (id: number) => api.delete<void>(`/api/users/${id}`),
  onSettled: () => refreshRegister(queryClient, userKeys.all),
})

export const inviteUser = telling(
  {
    mutationFn: async (id: number) => readWire(invitationReply, await api.post(`/api/users/${id}/invite`)).invitation,
  },
  {
    // Of whoever left before it came: the link is kept nowhere.
    success: 'Convite gerado, mas o link não foi mostrado. Gere um novo convite para vê-lo.',
    failure: 'Erro ao gerar convite. Tente novamente.',
  },
)
