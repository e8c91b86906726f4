import { sentProtocolEdit } from '@malote/core/protocols/protocol.ts'
import { sentProtocolEditWire } from '@malote/core/protocols/protocol.wire.ts'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { refreshCustody } from '../../../domain/protocols/custody-queries.ts'
import { api } from '../../../lib/api.ts'
import { telling } from '../../../lib/telling.ts'
import { type ProtocolForm, toFormData, valuesOf } from '../form/protocol-form.ts'

interface Edit {
  id: number
  /** The loaded version; the server refuses the edit if it is no longer the current one. */
  version: number
  form: ProtocolForm
  /** Stays the same for retries with the same content. */
  idempotencyKey: string
  onProgress: (percent: number) => void
  /** Aborts the upload when the user leaves the form. */
  signal: AbortSignal
}

export const editProtocol = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, version, form, idempotencyKey, onProgress, signal }: Edit) => {
        const wire = z.encode(sentProtocolEditWire, sentProtocolEdit.parse({ ...valuesOf(form), version }))
        const hasFiles = form.items.some(({ files }) => files.length > 0)
        const path = `/api/protocols/${id}`
        const headers = { 'Idempotency-Key': idempotencyKey }
        if (!hasFiles) return api.put(path, wire, { headers, signal })
        return api.upload(path, toFormData(wire, form.items), { method: 'PUT', headers, onProgress, signal })
      },
      onSettled: () => refreshCustody(queryClient),
    },
    { failure: 'Erro ao atualizar protocolo. Tente novamente.' },
  )
