import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { forgetErrors, notifyError, notifySuccess } from '../../../ui/toasts.ts'
import { useDialog } from '../../../ui/use-dialog.ts'
import { printProtocol } from '../print/print-protocol.ts'
import { cancelProtocol, completeProtocol, receiveProtocol } from '../protocols.api.ts'
import type { ProtocolAction } from './protocol-actions.ts'

const ProtocolDialogs = lazyPart(() => import('./protocol-dialogs.tsx'))

/**
 * Everything that may be done with a protocol, for the row menu and the detail; `dialogs` go anywhere on the page.
 *
 * @param onDone after something was done, for a page whose buttons go away with the state they belong to
 */
export function useProtocolActions(onDone?: () => void) {
  const queryClient = useQueryClient()
  const completing = useDialog<ProtocolRow>()
  const cancelling = useDialog<ProtocolRow>()
  const receive = useMutation(receiveProtocol(queryClient))
  const complete = useMutation(completeProtocol(queryClient))
  const cancel = useMutation(cancelProtocol(queryClient))

  const receiveNow = ({ id }: ProtocolRow) => {
    // Asked of the cache: a second click may come before this component knows of the first.
    if (queryClient.isMutating({ mutationKey: receiveProtocol(queryClient).mutationKey })) return
    forgetErrors()
    receive.mutate(id, {
      onSuccess: () => {
        notifySuccess('Protocolo recebido com sucesso!')
        onDone?.()
      },
      onError: (error) => notifyError(errorMessage(error, 'Erro ao receber protocolo. Tente novamente.')),
    })
  }
  const completeNow = () => {
    if (!completing.subject) return
    forgetErrors()
    complete.mutate(completing.subject.id, {
      onSuccess: () => {
        notifySuccess('Protocolo concluído com sucesso!')
        onDone?.()
      },
      onError: (error) => notifyError(errorMessage(error, 'Erro ao concluir protocolo. Tente novamente.')),
      onSettled: completing.close,
    })
  }
  const cancelNow = (reason: string) => {
    if (!cancelling.subject) return
    const { id } = cancelling.subject
    const onSuccess = () => {
      notifySuccess(`Protocolo ${id} cancelado com sucesso!`)
      onDone?.()
      cancelling.close()
    }
    cancel.mutate({ id, reason }, { onSuccess })
  }

  const run: Record<Exclude<ProtocolAction, 'edit'>, (protocol: ProtocolRow) => void> = {
    receive: receiveNow,
    print: ({ id }) => void printProtocol(queryClient, id),
    complete: completing.open,
    cancel: (protocol) => {
      cancel.reset()
      cancelling.open(protocol)
    },
  }
  const dialogs = (completing.subject || cancelling.subject) && (
    <Suspense fallback={null}>
      <ProtocolDialogs
        completing={{
          isOpen: completing.isOpen,
          protocol: completing.subject,
          isBusy: complete.isPending,
          onConfirm: completeNow,
          onClose: completing.close,
        }}
        cancelling={{
          isOpen: cancelling.isOpen,
          title: 'Cancelar protocolo',
          text: `O protocolo #${cancelling.subject?.id} e os seus itens pendentes serão cancelados.`,
          submitLabel: 'Cancelar protocolo',
          isBusy: cancel.isPending,
          error: cancel.error && errorMessage(cancel.error, 'Erro ao cancelar protocolo. Tente novamente.'),
          onSubmit: cancelNow,
          onClose: cancelling.close,
        }}
      />
    </Suspense>
  )
  return { run, dialogs, isReceiving: receive.isPending }
}
