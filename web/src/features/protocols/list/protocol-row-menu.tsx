import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { IconEye } from '@tabler/icons-react'
import { useViewer } from '../../../domain/session/session.tsx'
import { MenuLink } from '../../../ui/menu-link.tsx'
import { RowMenu, RowMenuItem } from '../../../ui/row-menu.tsx'
import type { RowMenuState } from '../../../ui/use-row-menu.ts'
import { actionLook, actionsFor, type RunAction } from '../actions/protocol-actions.ts'

interface ProtocolRowMenuProps {
  menu: RowMenuState
  protocol: ProtocolRow
  onAction: RunAction
}

/** Loaded when the first one is opened. */
export default function ProtocolRowMenu({ menu, protocol, onAction }: ProtocolRowMenuProps) {
  const viewer = useViewer()
  const params = { id: String(protocol.id) }
  return (
    <RowMenu menu={menu}>
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
            menu={menu}
            icon={Icon}
            isDangerous={action === 'cancel'}
            onPress={() => onAction(action, protocol)}
          >
            {label}
          </RowMenuItem>
        )
      })}
    </RowMenu>
  )
}
