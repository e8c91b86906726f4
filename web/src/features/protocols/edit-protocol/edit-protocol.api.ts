import { sentProtocolEdit } from '@malote/core/protocols/protocol.ts'
import { sentProtocolEditWire } from '@malote/core/protocols/protocol.wire.ts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { type ProtocolForm, toFormData, valuesOf } from '../form/protocol-form.ts'
import { refreshCustody } from '../protocols.api.ts'

interface Edit {
  id: number
  /** The version that was loaded; an edit in between is refused. */
  version: number
  form: ProtocolForm
  onProgress: (percent: number) => void
}

export const editProtocol = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, version, form, onProgress }: Edit) => {
      const wire = z.encode(sentProtocolEditWire, sentProtocolEdit.parse({ ...valuesOf(form), version }))
      const hasFiles = form.items.some(({ files }) => files.length > 0)
      const path = `/api/protocols/${id}`
      if (!hasFiles) return api.put(path, wire)
      return api.upload(path, toFormData(wire, form.items), { method: 'PUT', onProgress })
    },
    onSettled: () => refreshCustody(queryClient),
  })
