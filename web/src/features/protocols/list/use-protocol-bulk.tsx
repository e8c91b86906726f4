import { acts, refusedTitle } from '@malote/core/acts/act.ts'
import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { canReceive } from '@malote/core/protocols/protocol-rules.ts'
import type { ErrorCode } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
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
import { counted } from '../../../lib/format.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { BarAction } from '../../../ui/table/selection-bar.tsx'
import { forgetErrors } from '../../../ui/toasts.ts'

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

/** Why protocols cannot be received, about one of them and about several. */
const reasons: Partial<Record<ErrorCode, readonly [string, string]>> = {
  NOTHING_TO_RECEIVE: [
    'protocolo não requer devolução e fica de fora: use Concluir.',
    'protocolos não requerem devolução e ficam de fora: use Concluir em cada um.',
  ],
  PROTOCOL_ALREADY_RECEIVED: [
    'protocolo já foi recebido e fica de fora.',
    'protocolos já foram recebidos e ficam de fora.',
  ],
  PROTOCOL_ALREADY_COMPLETED: [
    'protocolo já foi concluído e fica de fora.',
    'protocolos já foram concluídos e ficam de fora.',
  ],
  ONLY_DESTINATION_RECEIVES: [
    'protocolo tem outro departamento de destino e fica de fora.',
    'protocolos têm outro departamento de destino e ficam de fora.',
  ],
}

const otherReason = ['protocolo fica de fora.', 'protocolos ficam de fora.'] as const

/** The chosen protocols that the viewer may receive, and a sentence for each reason why others stay out. */
export function splitForReceipt(viewer: Viewer, chosen: readonly ProtocolRow[]) {
  const protocols: ProtocolRow[] = []
  const counts = new Map<ErrorCode, number>()
  for (const protocol of chosen) {
    const verdict = canReceive(viewer, protocol)
    if (verdict.allowed) protocols.push(protocol)
    else counts.set(verdict.code, (counts.get(verdict.code) ?? 0) + 1)
  }
  const leftOut = [...counts].map(([code, count]) => counted(count, ...(reasons[code] ?? otherReason)))
  return { protocols, leftOut }
}
