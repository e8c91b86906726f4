import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { IconEye } from '@tabler/icons-react'
import { useViewer } from '../../../app/session.tsx'
import { MenuLink } from '../../../ui/menu-link.tsx'
import { RowMenu, RowMenuItem } from '../../../ui/row-menu.tsx'
import { actionLook, actionsFor, type ProtocolAction } from '../actions/protocol-actions.ts'

export type RunAction = (action: Exclude<ProtocolAction, 'edit'>, protocol: ProtocolRow) => void

interface ProtocolRowMenuProps {
  protocol: ProtocolRow
  onAction: RunAction
}

export function ProtocolRowMenu({ protocol, onAction }: ProtocolRowMenuProps) {
  const viewer = useViewer()
  const params = { id: String(protocol.id) }
  return (
    <RowMenu label={`Ações do protocolo ${protocol.id}`}>
      {(press) => (
        <>
          <MenuLink to="/protocolos/$id" params={params} leftSection={<IconEye size={16} aria-hidden />}>
            Ver detalhes
          </MenuLink>
          {actionsFor(viewer, protocol).map((action) => {
            const { label, icon: Icon } = actionLook[action]
            return action === 'edit' ? (
              <MenuLink
                key={action}
                to="/protocolos/$id/editar"
                params={params}
                leftSection={<Icon size={16} aria-hidden />}
              >
                {label}
              </MenuLink>
            ) : (
              <RowMenuItem
                key={action}
                icon={Icon}
                isDangerous={action === 'cancel'}
                onClick={press(() => onAction(action, protocol))}
              >
                {label}
              </RowMenuItem>
            )
          })}
        </>
      )}
    </RowMenu>
  )
}
