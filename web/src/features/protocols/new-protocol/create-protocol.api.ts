import { newProtocol, newProtocols, type SentProtocols } from '@malote/core/protocols/protocol.ts'
import { newProtocolsWire, newProtocolWire, sentProtocolsWire } from '@malote/core/protocols/protocol.wire.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { printProtocol } from '../../../domain/protocols/print/print-protocol.ts'
import { refreshCustody } from '../../../domain/protocols/protocols.api.ts'
import { api } from '../../../lib/api.ts'
import { telling } from '../../../lib/telling.ts'
import { itemsToSend } from '../form/item-form.ts'
import { type ProtocolForm, toFormData, valuesOf } from '../form/protocol-form.ts'

export interface Creation {
  form: ProtocolForm
  /** The due date of an item of a category; the server's own calculation prevails (contract 11.11). */
  dueDateOf: (categoryId: string | null) => CivilDate | null | undefined
  /** Stays the same while the content does: a retry never creates a second protocol. */
  idempotencyKey: string
  /** *Salvar e criar outro*: a toast names the protocol, because the page does not change to it. */
  isAnother?: boolean
  onProgress: (percent: number) => void
  /** Aborts the upload when the user leaves the form. */
  signal: AbortSignal
}

/** The wire schema of the call that a form makes. */
export const creationWire = (form: ProtocolForm) => (form.destinationDepartmentIds ? newProtocolsWire : newProtocolWire)

/** Resolves to the new protocols: one, or one for each of several destinations that could be sent to. */
export const createProtocol = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async ({ form, dueDateOf, idempotencyKey, onProgress, signal }: Creation): Promise<SentProtocols> => {
        const { items, ...values } = valuesOf(form)
        const dated = items.map((item) => ({
          ...item,
          returnDate: (form.requiresReturn && dueDateOf(item.categoryId)) || '',
        }))
        const wire = encoded(form, { ...values, items: dated })
        const answer = await api.upload<{ protocol_id: number }>(
          '/api/protocols',
          toFormData(wire, itemsToSend(form.items)),
          { headers: { 'idempotency-key': idempotencyKey }, onProgress, signal },
        )
        if (!form.destinationDepartmentIds) return { protocolIds: [answer.protocol_id], errors: [] }
        const { protocolIds, errors } = readWire(sentProtocolsWire, answer)
        return { protocolIds: protocolIds ?? [], errors: errors ?? [] }
      },
      // Also after a failure or an abort, because the server may have created it nonetheless.
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: ({ protocolIds: [id] }, { isAnother }) =>
        isAnother && id
          ? {
              text: `Protocolo #${id} criado com sucesso!`,
              link: { path: `/protocolos/${id}`, label: 'Abrir' },
              action: { label: 'Imprimir', run: () => void printProtocol(queryClient, id) },
            }
          : undefined,
      failure: 'Erro ao criar protocolo. Tente novamente.',
      isRepeatable: true,
    },
  )

const encoded = (form: ProtocolForm, values: unknown) =>
  form.destinationDepartmentIds
    ? z.encode(newProtocolsWire, newProtocols.parse(values))
    : z.encode(newProtocolWire, newProtocol.parse(values))
