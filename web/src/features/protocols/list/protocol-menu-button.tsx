import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { RowMenuButton } from '../../../ui/row-menu-button.tsx'
import type { RunAction } from '../actions/protocol-actions.ts'

const ProtocolRowMenu = lazyPart(() => import('./protocol-row-menu.tsx'))

export function ProtocolMenuButton({ protocol, onAction }: { protocol: ProtocolRow; onAction: RunAction }) {
  return (
    <RowMenuButton label={`Ações do protocolo ${protocol.id}`}>
      {(menu) => <ProtocolRowMenu menu={menu} protocol={protocol} onAction={onAction} />}
    </RowMenuButton>
  )
}
