import { newProtocol } from '@malote/core/protocols/protocol.ts'
import { newProtocolWire } from '@malote/core/protocols/protocol.wire.ts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { type ProtocolForm, toFormData, valuesOf } from '../form/protocol-form.ts'
import { refreshCustody } from '../protocols.api.ts'

interface Creation {
  form: ProtocolForm
  /** The same for every try of the same form: a retry never sends a second protocol. */
  idempotencyKey: string
  onProgress: (percent: number) => void
}

export const createProtocol = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ form, idempotencyKey, onProgress }: Creation) => {
      const wire = z.encode(newProtocolWire, newProtocol.parse(valuesOf(form)))
      return api.upload<{ protocol_id: number }>('/api/protocols', toFormData(wire, form.items), {
        headers: { 'idempotency-key': idempotencyKey },
        onProgress,
      })
    },
    onSuccess: () => refreshCustody(queryClient),
  })
