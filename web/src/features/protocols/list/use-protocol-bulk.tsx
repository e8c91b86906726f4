import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { IconInbox, IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Refusals } from '../../../domain/items/bulk/refusals.tsx'
import { printProtocols } from '../../../domain/protocols/print/print-protocol.ts'
import type { Selection } from '../../../domain/screens/use-selection.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { BarAction } from '../../../ui/table/selection-bar.tsx'
import { forgetErrors } from '../../../ui/toasts.ts'
import { splitForReceipt } from './bulk-receipt.ts'

const BulkReceiveDialog = lazyPart(() => import('./bulk-receive-dialog.tsx'))

/** What can be done with several protocols of the list: receive and print. */
export function useProtocolBulk(selection: Selection<ProtocolRow>) {
  const viewer = useViewer()
  const queryClient = useQueryClient()
  const receiving = useDialog<ReturnType<typeof splitForReceipt>>()
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  const receipt = splitForReceipt(viewer, selection.rows)

  const print: BarAction = {
    label: 'Imprimir selecionados',
    icon: IconPrinter,
    onPress: () =>
      void printProtocols(
        queryClient,
        selection.rows.map(({ id }) => id),
      ),
  }
  const receive: BarAction = {
    label: 'Receber selecionados',
    icon: IconInbox,
    onPress: () => {
      forgetErrors()
      receiving.open(receipt)
    },
  }
  const dialog = receiving.subject && (
    <BulkReceiveDialog
      key={receiving.opening}
      isOpen={receiving.isOpen}
      {...receiving.subject}
      onDone={({ done, errors }) => {
        selection.drop(done)
        const list = errors.map((error) => ({ ...error, name: `Protocolo ${error.id}` }))
        setRefusals(list.length > 0 ? { title: 'Não recebidos', list } : null)
      }}
      onClose={receiving.close}
    />
  )
  const isAny = selection.rows.length > 0
  return {
    actions: [...(receipt.protocols.length > 0 ? [receive] : []), ...(isAny ? [print] : [])],
    dialog,
    refusals,
    forgetRefusals: () => setRefusals(null),
  }
}
