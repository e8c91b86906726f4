import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { canSendFrom } from '@malote/core/protocols/protocol-rules.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconSend, IconUserQuestion } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { ProtocolStatusBadge } from '../../../domain/protocols/protocol-status-badge.tsx'
import { useViewer } from '../../../domain/session/session.tsx'
import { counted } from '../../../lib/format.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useHeld } from '../../../ui/use-held.ts'
import { UpdateNote } from '../../live/public/update-note.tsx'
import { actionLook, actionsFor, type ProtocolAction } from '../actions/protocol-actions.ts'

interface ProtocolHeaderProps {
  protocol: ProtocolDetail
  isReceiving: boolean
  onAction: (action: Exclude<ProtocolAction, 'edit'>) => void
}

/** The title with the viewer's actions; the next step is the primary button. */
export function ProtocolHeader({ protocol, isReceiving, onAction }: ProtocolHeaderProps) {
  const navigate = useNavigate()
  const viewer = useViewer()
  const buttons = useRef<HTMLDivElement>(null)
  const offered = (of: ProtocolDetail) => actionsFor(viewer, of).join()
  // Keeps the buttons in place while the user is about to press one; the server refuses an outdated action.
  const { shown } = useHeld(protocol, buttons, 'inside', (before, now) =>
    offered(before) === offered(now) ? now : before,
  )
  const actions = new Set(actionsFor(viewer, shown))
  const main = actions.has('receive') ? 'receive' : actions.has('complete') ? 'complete' : null
  const isBusy = main === 'receive' && isReceiving
  const edit = () =>
    navigate({ to: '/protocolos/$id/editar', params: { id: String(protocol.id) }, state: { isFromDetail: true } })
  const iconOf = (action: ProtocolAction) => {
    const Icon = actionLook[action].icon
    return <Icon size={16} aria-hidden />
  }
  return (
    <PageHeader
      title={`Protocolo #${protocol.id}`}
      aside={<Badges protocol={protocol} />}
      context={<UpdateNote protocolId={protocol.id} />}
      actionsRef={buttons}
      action={
        main && (
          <Button
            leftSection={iconOf(main)}
            data-disabled={isBusy || undefined}
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && onAction(main)}
          >
            {isBusy ? 'Recebendo...' : actionLook[main].label}
          </Button>
        )
      }
    >
      {actions.has('cancel') && (
        <Button variant="subtle" color="red" leftSection={iconOf('cancel')} onClick={() => onAction('cancel')}>
          {actionLook.cancel.label}
        </Button>
      )}
      {actions.has('print') && (
        // Ignores the second click of a double click, so that only one window opens.
        <Button
          variant="default"
          leftSection={iconOf('print')}
          onClick={({ detail }) => detail < 2 && onAction('print')}
        >
          {actionLook.print.label}
        </Button>
      )}
      {canSendFrom(viewer, shown.originDepartmentId).allowed && (
        <LinkButton
          to="/protocolos/novo"
          search={{ from: protocol.id }}
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
        >
          Enviar de novo
        </LinkButton>
      )}
      {actions.has('edit') && (
        <Button variant="default" leftSection={iconOf('edit')} onClick={edit}>
          {actionLook.edit.label}
        </Button>
      )}
    </PageHeader>
  )
}

function Badges({ protocol: { status, requiresReturn, unassignedItems } }: Pick<ProtocolHeaderProps, 'protocol'>) {
  return (
    <>
      <ProtocolStatusBadge status={status} />
      {requiresReturn && (
        <StatusBadge tone="returned" icon={IconArrowBackUp}>
          Requer Devolução
        </StatusBadge>
      )}
      {unassignedItems > 0 && (
        <StatusBadge tone="pending" icon={IconUserQuestion}>
          {counted(unassignedItems, 'item não atribuído', 'itens não atribuídos')}
        </StatusBadge>
      )}
    </>
  )
}
