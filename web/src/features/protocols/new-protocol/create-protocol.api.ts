import { newProtocol } from '@malote/core/protocols/protocol.ts'
import { newProtocolWire } from '@malote/core/protocols/protocol.wire.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { refreshCustody } from '../../../domain/protocols/custody.ts'
import { api } from '../../../lib/api.ts'
import { telling } from '../../../lib/telling.ts'
import { type ProtocolForm, toFormData, valuesOf } from '../form/protocol-form.ts'

interface Creation {
  form: ProtocolForm
  /** The due date of an item of a category; the server's own calculation prevails (contract 11.11). */
  dueDateOf: (categoryId: string | null) => CivilDate | undefined
  /** Stays the same while the content does: a retry never creates a second protocol. */
  idempotencyKey: string
  onProgress: (percent: number) => void
  /** Aborts the upload when the user leaves the form. */
  signal: AbortSignal
}

/** Resolves to the id of the new protocol. */
export const createProtocol = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async ({ form, dueDateOf, idempotencyKey, onProgress, signal }: Creation) => {
        const values = valuesOf(form)
        const items = values.items.map((item) => ({
          ...item,
          returnDate: (form.requiresReturn && dueDateOf(item.categoryId)) || '',
        }))
        const wire = z.encode(newProtocolWire, newProtocol.parse({ ...values, items }))
        const answer = await api.upload<{ protocol_id: number }>('/api/protocols', toFormData(wire, form.items), {
          headers: { 'idempotency-key': idempotencyKey },
          onProgress,
          signal,
        })
        return answer.protocol_id
      },
      // Also after a failure or an abort, because the server may have created it nonetheless.
      onSettled: () => refreshCustody(queryClient),
    },
    { failure: 'Erro ao criar protocolo. Tente novamente.' },
  )
