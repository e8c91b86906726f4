import { readWire } from '@malote/core/shared/renamed.ts'
import type { NewUser, User } from '@malote/core/users/user.ts'
import {
  createdUserWire,
  invitationReply,
  newUserWire,
  responsibilityPageWire,
  userEditWire,
  userWire,
} from '@malote/core/users/user.wire.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { saveFile } from '../../lib/files.ts'
import { staleTime } from '../../lib/query-client.ts'
import { telling } from '../../lib/telling.ts'
import { deleteEntry, type Entries, saveEntry } from '../catalogs/entry-mutations.ts'

const userKeys = {
  all: ['users'] as const,
  responsibilities: (id: number) => [...userKeys.all, id, 'responsibilities'] as const,
}

/** All users by name; the screen filters them itself. */
export const usersQuery = queryOptions({
  queryKey: userKeys.all,
  queryFn: async ({ signal }) => readWire(z.array(userWire), await api.get('/api/users', { signal })),
  staleTime: staleTime.lists,
})

/** The first pending items for which a user is responsible, and their total number. */
export const responsibilitiesQuery = (id: number) =>
  queryOptions({
    queryKey: userKeys.responsibilities(id),
    queryFn: async ({ signal }) =>
      readWire(responsibilityPageWire, await api.get(`/api/users/${id}/responsibilities`, { signal })),
    staleTime: 0,
  })

const entries = {
  path: '/api/users',
  queryKey: userKeys.all,
  idName: 'uid',
  input: newUserWire,
  edit: userEditWire,
} satisfies Entries<User, NewUser>

export const saveUser = (queryClient: QueryClient) => saveEntry<User, NewUser>(queryClient, entries)

/** Parses the response for a new user: the user and their invitation link. */
export const readCreatedUser = (answer: unknown) => readWire(createdUserWire, answer)

export const deleteUser = (queryClient: QueryClient) => deleteEntry(queryClient, entries)

/** Ends all sessions of a user, or of everybody (null), except the current one. */
export const endSessions = telling(
  {
    mutationFn: (user: User | null) => api.delete<void>(user ? `/api/users/${user.id}/sessions` : '/api/sessions'),
  },
  {
    success: (_, user) => (user ? `Sessões de ${user.name} encerradas.` : 'As sessões de todos foram encerradas.'),
    failure: 'Erro ao encerrar sessões. Tente novamente.',
  },
)

/** Creates a new invitation, which ends the earlier ones. */
export const fetchInvitation = async (id: number) =>
  readWire(invitationReply, await api.post(`/api/users/${id}/invite`)).invitation

export const inviteUser = telling(
  {
    mutationFn: fetchInvitation,
  },
  {
    // Shown if the user left before the response: the link is not stored anywhere.
    success: 'Convite gerado, mas o link não foi mostrado. Gere um novo convite para vê-lo.',
    failure: 'Erro ao gerar convite. Tente novamente.',
  },
)

/** Downloads everything that is stored about a user. */
export const savePersonalData = telling(
  { mutationFn: (id: number) => saveFile(`/api/users/${id}/personal-data`) },
  { failure: 'Erro ao baixar os dados pessoais. Tente novamente.' },
)

/** Removes the personal data of a user who left. */
export const anonymizeUser = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id }: User) => api.post<void>(`/api/users/${id}/anonymize`),
      onSettled: () => queryClient.invalidateQueries({ queryKey: userKeys.all }),
    },
    {
      success: (_, { name }) => `Os dados pessoais de ${name} foram removidos.`,
      failure: 'Erro ao remover os dados pessoais. Tente novamente.',
    },
  )
