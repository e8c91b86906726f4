import { acts, doneWords, refusedWords, severalLabel } from '@malote/core/acts/act.ts'
import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import type { BulkReceiveReply } from '@malote/core/protocols/protocol.wire.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshCustody } from '../../../domain/protocols/protocols.api.ts'
import { api } from '../../../lib/api.ts'
import { counted } from '../../../lib/format.ts'
import { telling } from '../../../lib/telling.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import classes from './list.module.css'

interface BulkReceiveDialogProps {
  isOpen: boolean
  /** Protocols that may be received. */
  protocols: readonly ProtocolRow[]
  /** A sentence for each reason why others stay out. */
  leftOut: readonly string[]
  onDone: (outcome: ReceivedSeveral) => void
  onClose: () => void
}

/** Receives several protocols; each succeeds or fails alone. Loaded when first opened. */
export default function BulkReceiveDialog({ isOpen, protocols, leftOut, onDone, onClose }: BulkReceiveDialogProps) {
  const { mutate, isPending } = useMutation(receiveProtocols(useQueryClient()))
  const receive = () =>
    mutate(
      protocols.map(({ id }) => id),
      { onSuccess: onDone, onSettled: onClose },
    )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Receber protocolos"
      confirmLabel={severalLabel('receive', protocols.length)}
      busyLabel={acts.receive.busy}
      isBusy={isPending}
      onConfirm={receive}
      onClose={onClose}
    >
      <ul className={classes.list} tabIndex={protocols.length > 6 ? 0 : undefined} aria-label="Protocolos">
        {protocols.map(({ id, originDepartment, itemsCount }) => (
          <li key={id}>
            #{id} <span className="soft">de {originDepartment}</span>{' '}
            <span className="soft">· {counted(itemsCount ?? 0, 'item', 'itens')}</span>
          </li>
        ))}
      </ul>
      {leftOut.map((sentence) => (
        <p key={sentence} className="soft">
          {sentence}
        </p>
      ))}
    </ConfirmDialog>
  )
}

/** The outcome for several protocols. */
interface ReceivedSeveral {
  done: readonly number[]
  errors: readonly { id: number; message: string }[]
}

/** Receives up to `largestProtocolBulk` protocols; what is refused does not stop the others. */
const receiveProtocols = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async (ids: readonly number[]): Promise<ReceivedSeveral> => {
        const { results } = await api.post<Partial<BulkReceiveReply>>('/api/protocols/bulk-receive', { ids })
        return { done: results?.success ?? [], errors: results?.errors ?? [] }
      },
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: ({ done: { length } }) => (length > 0 ? counted(length, ...doneWords('receive')) : undefined),
      refused: ({ errors: { length } }) =>
        length > 0 ? `${counted(length, ...refusedWords('receive'))}. Veja os motivos na lista.` : undefined,
      failure: 'Erro ao receber os protocolos. Tente novamente.',
    },
  )
