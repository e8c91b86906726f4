import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { canSendFrom } from '@malote/core/protocols/protocol-rules.ts'
import { IconEye, IconSend } from '@tabler/icons-react'
import { actionLook, actionsFor, type RunAction } from '../../../domain/protocols/actions/protocol-actions.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { ActionMenuItem, RowMenu } from '../../../ui/action-menu.tsx'
import { MenuLink } from '../../../ui/menu-link.tsx'

interface ProtocolRowMenuProps {
  protocol: ProtocolRow
  onAction: RunAction
}

export const ProtocolRowMenu = (props: ProtocolRowMenuProps) => (
  <RowMenu label={`Ações do protocolo ${props.protocol.id}`}>
    <Entries {...props} />
  </RowMenu>
)

function Entries({ protocol, onAction }: ProtocolRowMenuProps) {
  const viewer = useViewer()
  const params = { id: String(protocol.id) }
  return (
    <>
      <MenuLink to="/protocolos/$id" params={params} leftSection={<IconEye size={16} aria-hidden />}>
        Ver detalhes
      </MenuLink>
      {actionsFor(viewer, protocol).map((action) => {
        const { label, icon: Icon, isDangerous = false } = actionLook[action]
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
          <ActionMenuItem key={action} icon={Icon} isDangerous={isDangerous} onPress={() => onAction(action, protocol)}>
            {label}
          </ActionMenuItem>
        )
      })}
      {canSendFrom(viewer, protocol.originDepartmentId).allowed && (
        <MenuLink to="/protocolos/novo" search={{ from: protocol.id }} leftSection={<IconSend size={16} aria-hidden />}>
          Enviar de novo
        </MenuLink>
      )}
    </>
  )
}
