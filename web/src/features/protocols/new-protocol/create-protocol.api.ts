import { newProtocol } from '@malote/core/protocols/protocol.ts'
import { newProtocolWire } from '@malote/core/protocols/protocol.wire.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { type ProtocolForm, toFormData, valuesOf } from '../form/protocol-form.ts'
import { refreshCustody } from '../protocols.api.ts'

interface Creation {
  form: ProtocolForm
  /** When an item of a category must be back; the server counts again and has the last word (DESIGN 5). */
  dueDateOf: (categoryId: string | null) => CivilDate | undefined
  /** The same while the same is sent: a retry never creates a second protocol. */
  idempotencyKey: string
  onProgress: (percent: number) => void
}

/** Resolves to the number of the new protocol. */
export const createProtocol = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ form, dueDateOf, idempotencyKey, onProgress }: Creation) => {
      const values = valuesOf(form)
      const items = values.items.map((item) => ({
        ...item,
        returnDate: (form.requiresReturn && dueDateOf(item.categoryId)) || '',
      }))
      const wire = z.encode(newProtocolWire, newProtocol.parse({ ...values, items }))
      const answer = await api.upload<{ protocol_id: number }>('/api/protocols', toFormData(wire, form.items), {
        headers: { 'idempotency-key': idempotencyKey },
        onProgress,
      })
      return answer.protocol_id
    },
    onSuccess: () => refreshCustody(queryClient),
  })
