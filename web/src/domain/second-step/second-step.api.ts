import {
  enrolledReply,
  type passkeyBody,
  secondStepMethodsWire,
  type totpConfirmBody,
  totpOffer,
} from '@malote/core/auth/second-step.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '../../lib/api.ts'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { telling } from '../../lib/telling.ts'
import { createPasskey, passkeyProblem } from './passkey.ts'

const own = '/api/auth/second-step'
const keys = {
  all: ['second-step'] as const,
  of: (userId: number) => [...keys.all, userId] as const,
}

/** The user's own methods. */
export const secondStepQuery = queryOptions({
  queryKey: keys.all,
  queryFn: async ({ signal }) => readWire(secondStepMethodsWire, await api.get(`${own}/methods`, { signal })),
  staleTime: 0,
})

/** The methods of another user, for an Admin. */
export const secondStepOfUserQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.of(userId),
    queryFn: async ({ signal }) =>
      readWire(secondStepMethodsWire, await api.get(`/api/users/${userId}/second-step`, { signal })),
    staleTime: 0,
  })

export type TotpOffer = z.output<typeof totpOffer>

/** The server wanted the password again, and it was not given, or this page cannot ask for it. */
const isProofMissing = (error: unknown) => error instanceof ApiError && error.code === 'PROOF_NEEDED'

const failure = (error: unknown) =>
  isProofMissing(error)
    ? 'Faz algum tempo que você entrou. Para continuar, saia e entre de novo.'
    : (passkeyProblem(error) ?? errorMessage(error, 'Erro ao cadastrar. Tente novamente.'))

/** A new secret for an authenticator app, which counts once a code of it was confirmed. */
export const offerTotp = telling(
  { mutationFn: async () => readWire(totpOffer, await api.post(`${own}/totp`)) },
  { failure },
)

const readCodes = (answer: unknown) => readWire(enrolledReply, answer).recoveryCodes ?? []

export const confirmTotp = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async (body: z.output<typeof totpConfirmBody>) =>
        readCodes(await api.post(`${own}/totp/confirm`, body)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    },
    { success: 'Aplicativo autenticador cadastrado.', failure },
  )

/** Creates a passkey in the browser and enrols it. Resolves to new recovery codes, if the user had none. */
export const addPasskey = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async ({ name }: Pick<z.output<typeof passkeyBody>, 'name'>) => {
        const options = await api.post<Record<string, unknown>>(`${own}/passkey/options`)
        const credential = await createPasskey(options)
        return readCodes(await api.post(`${own}/passkey`, { name, credential }))
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    },
    { success: 'Chave de acesso cadastrada.', failure },
  )

export const renewCodes = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async () => readCodes(await api.post(`${own}/recovery-codes`)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    },
    { failure: 'Erro ao gerar códigos. Tente novamente.' },
  )

export const removeMethod = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, ...body }: { id: number; currentPassword?: string | undefined }) =>
        api.delete<void>(`${own}/methods/${id}`, body),
      onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    },
    { success: 'Forma de verificação removida.', failure: 'Erro ao remover. Tente novamente.' },
  )

export const resetSecondStep = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: (userId: number) => api.post<void>(`/api/users/${userId}/second-step/reset`),
      onSettled: (_answer, _error, userId: number) => queryClient.invalidateQueries({ queryKey: keys.of(userId) }),
    },
    { success: 'Verificação em duas etapas redefinida.', failure: 'Erro ao redefinir. Tente novamente.' },
  )
