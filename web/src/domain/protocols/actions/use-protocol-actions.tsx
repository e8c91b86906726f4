import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { forgetErrors } from '../../../ui/toasts.ts'
import { printProtocol } from '../print/print-protocol.ts'
import { receiveProtocol } from '../protocols.api.ts'
import type { ProtocolAction } from './protocol-actions.ts'
import type { OpenProtocolDialog } from './protocol-dialogs.tsx'

const ProtocolDialogs = lazyPart(() => import('./protocol-dialogs.tsx'))

/**
 * All actions on a protocol, for the row menu and the detail page; render `dialogs` anywhere on the page.
 *
 * @param onDone called after an action, for a page whose buttons unmount when the status changes
 */
export function useProtocolActions(onDone: () => void = () => undefined) {
  const queryClient = useQueryClient()
  const receive = useMutation(receiveProtocol(queryClient))
  const { subject, isOpen, opening, open, close } = useDialog<OpenProtocolDialog>()

  const receiveNow = ({ id }: ProtocolRow) => {
    // Checks the mutation cache, because a second click may come before this component has rendered again.
    const { mutationKey } = receiveProtocol(queryClient)
    if (queryClient.isMutating({ mutationKey, predicate: ({ state }) => state.variables === id })) return
    forgetErrors()
    receive.mutate(id, { onSuccess: onDone })
  }

  const run = (action: Exclude<ProtocolAction, 'edit'>, protocol: ProtocolRow) => {
    if (action === 'receive') return receiveNow(protocol)
    if (action === 'print') return void printProtocol(queryClient, protocol.id)
    return open({ action, protocol })
  }
  const dialogs = subject && (
    <ProtocolDialogs key={opening} open={subject} isOpen={isOpen} onDone={onDone} onClose={close} />
  )
  return { run, dialogs, isReceiving: receive.isPending }
}
