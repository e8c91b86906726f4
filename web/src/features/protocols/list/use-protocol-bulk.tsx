import { acts, refusedTitle } from '@malote/core/acts/act.ts'
import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { IconTags, IconTruck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { actIcons } from '../../../domain/acts/act-looks.ts'
import { openDocument } from '../../../domain/documents/documents.ts'
import type { useLabels } from '../../../domain/documents/use-labels.tsx'
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

/** What can be done with several protocols of the list: receive, print, a guide and labels. */
export function useProtocolBulk(selection: Selection<ProtocolRow>, printLabels: ReturnType<typeof useLabels>['open']) {
  const viewer = useViewer()
  const queryClient = useQueryClient()
  const receiving = useDialog<ReturnType<typeof splitForReceipt>>()
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  const receipt = splitForReceipt(viewer, selection.rows)

  const print: BarAction = {
    label: `${acts.print.verb} selecionados`,
    icon: actIcons.print,
    onPress: () =>
      void printProtocols(
        queryClient,
        selection.rows.map(({ id }) => id),
      ),
  }
  const ids = selection.rows.map(({ id }) => id)
  const papers: BarAction[] = [
    { label: 'Guia de remessa', icon: IconTruck, onPress: () => void openDocument('guide', { protocol_ids: ids }) },
    { label: 'Etiquetas', icon: IconTags, onPress: () => printLabels({ protocol_ids: ids }) },
  ]
  const receive: BarAction = {
    label: `${acts.receive.verb} selecionados`,
    icon: actIcons.receive,
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
        setRefusals(list.length > 0 ? { title: refusedTitle('receive'), list } : null)
      }}
      onClose={receiving.close}
    />
  )
  const isAny = selection.rows.length > 0
  return {
    actions: [...(receipt.protocols.length > 0 ? [receive] : []), ...(isAny ? [print, ...papers] : [])],
    dialog,
    refusals,
    forgetRefusals: () => setRefusals(null),
  }
}
