import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { canSendFrom } from '@malote/core/protocols/protocol-rules.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconSend, IconUserQuestion } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { UpdateNote } from '../../../domain/live/update-note.tsx'
import { OccurrencesLine } from '../../../domain/occurrences/occurrences-line.tsx'
import { actionLook, actionsFor, type ProtocolAction } from '../../../domain/protocols/actions/protocol-actions.ts'
import { AwaitingNote } from '../../../domain/protocols/awaiting-note.tsx'
import { ProtocolStatusBadge } from '../../../domain/protocols/protocol-status-badge.tsx'
import { useViewer } from '../../../domain/session/session.tsx'
import { counted } from '../../../lib/format.ts'
import { AnchorLink } from '../../../ui/anchor-link.tsx'
import { useHeld } from '../../../ui/freshness/use-held.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

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
      context={
        <>
          <OccurrencesLine protocol={protocol} />
          <UpdateNote protocolId={protocol.id} />
        </>
      }
      actionsRef={buttons}
      action={
        main && (
          <>
            <Button
              leftSection={iconOf(main)}
              data-disabled={isBusy || undefined}
              aria-disabled={isBusy || undefined}
              onClick={() => !isBusy && onAction(main)}
            >
              {isBusy ? 'Recebendo...' : actionLook[main].label}
            </Button>
            {actions.has('check') && (
              <Button variant="default" leftSection={iconOf('check')} onClick={() => onAction('check')}>
                {actionLook.check.label}
              </Button>
            )}
          </>
        )
      }
    >
      {(['cancel', 'refuse'] as const).map(
        (action) =>
          actions.has(action) && (
            <Button
              key={action}
              variant="subtle"
              color="red"
              leftSection={iconOf(action)}
              onClick={() => onAction(action)}
            >
              {actionLook[action].label}
            </Button>
          ),
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
      {actions.has('forward') && (
        <Button variant="default" leftSection={iconOf('forward')} onClick={() => onAction('forward')}>
          {actionLook.forward.label}
        </Button>
      )}
      {actions.has('edit') && (
        <Button variant="default" leftSection={iconOf('edit')} onClick={edit}>
          {actionLook.edit.label}
        </Button>
      )}
      {actions.has('redirect') && (
        <Button variant="default" leftSection={iconOf('redirect')} onClick={() => onAction('redirect')}>
          {actionLook.redirect.label}
        </Button>
      )}
    </PageHeader>
  )
}

function Badges({ protocol }: Pick<ProtocolHeaderProps, 'protocol'>) {
  const { status, cancelKind, requiresReturn, unassignedItems, awaitingReceiptDays } = protocol
  return (
    <>
      <ProtocolStatusBadge status={status} cancelKind={cancelKind} />
      <AwaitingNote days={awaitingReceiptDays} />
      <RedirectLinks protocol={protocol} />
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

/** The protocol in which the items go on after a redirection, and the one that they come from. */
function RedirectLinks({ protocol: { redirectedFrom, redirectedTo } }: Pick<ProtocolHeaderProps, 'protocol'>) {
  return (
    <>
      {redirectedTo && <span>segue no {linkTo(redirectedTo)}</span>}
      {redirectedFrom && <span>redirecionado do {linkTo(redirectedFrom)}</span>}
    </>
  )
}

const linkTo = (id: number) => (
  <AnchorLink to="/protocolos/$id" params={{ id: String(id) }} inherit>
    Protocolo #{id}
  </AnchorLink>
)
