import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ApiError, reasonOf } from '../../lib/api-error.ts'
import { counted } from '../../lib/format.ts'
import { telling } from '../../lib/telling.ts'
import { itemName } from '../items/item-name.ts'
import { sendOccurrence } from '../occurrences/occurrences.api.ts'
import { keepProtocol, type ProtocolReply, refreshCustody } from '../protocols/protocols.api.ts'
import { withNames } from '../protocols/what-happened.ts'
import { bodyOf, type Found } from './check-marks.ts'

export interface Check {
  id: number
  /** Items that did not come as described and whose occurrence is not registered yet. */
  found: readonly Found[]
  /** Registered by earlier tries. */
  registered: number
  /** false: a colleague received it meanwhile, so only the occurrences are left to register. */
  receives: boolean
  /** Called for each item whose occurrence was registered before the receipt. */
  onRegistered: (itemId: number) => void
}

export interface Checked {
  received: boolean
  /** Number of occurrences that this check opened, in all of its tries. */
  opened: number
}

interface ReceiveReply extends ProtocolReply {
  occurrences_opened?: number
}

export const checkFailed = 'Erro ao receber protocolo. Tente novamente.'

/**
 * *Conferir e receber*. The receipt cannot carry files, so occurrences with photos are registered one by one before it
 * (contract 20.52): if one fails, the protocol is not received yet and the next try goes on where this one stopped.
 */
export const checkAndReceive = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async ({ id, found, registered, receives, onRegistered }: Check): Promise<Checked> => {
        const alone = receives ? found.filter(({ photos }) => photos.length > 0) : found
        for (const one of alone) {
          await register(one, receives)
          onRegistered(one.item.id)
        }
        const opened = registered + alone.length
        if (!receives) return { received: false, opened }
        const body = bodyOf(found.filter((one) => !alone.includes(one)))
        const call = api.post<ReceiveReply>(`/api/protocols/${id}/receive`, body)
        const reply = await withNames(id, call)
        keepProtocol(queryClient, id, reply)
        return { received: true, opened: opened + (reply.occurrences_opened ?? 0) }
      },
      onSettled: () => refreshCustody(queryClient),
    },
    { success: checkedWords, failure: checkFailed },
  )

export function checkedWords({ received, opened }: Checked): string {
  const occurrences = counted(opened, 'ocorrência registrada', 'ocorrências registradas')
  if (!received) return `${occurrences}.`
  return `Protocolo recebido com sucesso!${opened > 0 ? ` ${occurrences}.` : ''}`
}

async function register({ item, outcome, note, photos }: Found, receives: boolean) {
  try {
    await sendOccurrence(item.id, { kind: outcome, description: note.trim(), files: photos })
  } catch (error) {
    // The response to an earlier try was lost, or a colleague has reported the same: it is on record.
    if (error instanceof ApiError && error.code === 'OCCURRENCE_ALREADY_OPEN') return
    const unreceived = receives ? ', e o protocolo ainda não foi recebido' : ''
    const message = `A ocorrência de ${itemName(item)} não foi registrada${unreceived}: ${reasonOf(error)}`
    throw new ApiError(error instanceof ApiError ? error.status : 0, message, { cause: error })
  }
}
