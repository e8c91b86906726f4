import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { progressOf } from '@malote/core/protocols/protocol-progress.ts'
import { canSendFrom } from '@malote/core/protocols/protocol-rules.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconSend, IconUserQuestion } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { datingActionFor } from '../../../domain/items/item-actions.ts'
import { UpdateNote } from '../../../domain/live/update-note.tsx'
import { OccurrencesLine } from '../../../domain/occurrences/occurrences-line.tsx'
import { useToday } from '../../../domain/organisation/use-today.ts'
import { actionLook, actionsFor, type ProtocolAction } from '../../../domain/protocols/actions/protocol-actions.ts'
import { AwaitingNote } from '../../../domain/protocols/awaiting-note.tsx'
import { CustodyChain } from '../../../domain/protocols/custody-chain.tsx'
import { custodySideOf, lineOf, ownSideOf } from '../../../domain/protocols/custody-side.ts'
import { isChain } from '../../../domain/protocols/custody-tree.ts'
import { cancelWord, ProtocolStatusBadge } from '../../../domain/protocols/protocol-status-badge.tsx'
import {
  closedReturnPathOf,
  PathStopNote,
  returnPathOf,
  undatedReturnPath,
} from '../../../domain/protocols/return-path.tsx'
import { useViewer } from '../../../domain/session/session.tsx'
import { counted } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { useHeld } from '../../../ui/freshness/use-held.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PathLarge } from '../../../ui/path/path-large.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import classes from './detail.module.css'

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
      subject={protocol.remarks}
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
  <TextLink to="/protocolos/$id" params={{ id: String(id) }} inherit>
    Protocolo #{id}
  </TextLink>
)

/** The path of a protocol and its progress. */
export function ProtocolJourney({ protocol }: { protocol: ProtocolDetail }) {
  const today = useToday()
  const viewer = useViewer()
  const { totalItems, completedItems, returnedItems } = protocol
  const progress = progressOf({
    totalItems: totalItems ?? 0,
    completedItems: completedItems ?? 0,
    returnedItems: returnedItems ?? 0,
  })
  return (
    <div className={classes.journey}>
      <Card>
        {isChain(protocol.path) ? (
          <CustodyChain
            path={protocol.path}
            requiresReturn={protocol.requiresReturn}
            items={protocol.items}
            origin={protocol.originDepartment || 'Origem'}
            destination={protocol.destinationDepartment || 'Destino'}
            own={ownSideOf(viewer, protocol)}
            line={lineOf(protocol)}
            closed={closedReturnPathOf(protocol)}
            sent={sentNote(protocol)}
            arrived={arrivalNote(protocol)}
          />
        ) : (
          <PathLarge
            from={{ label: 'Origem', name: protocol.originDepartment || 'Origem', notes: sentNote(protocol) }}
            to={{ label: 'Destino', name: protocol.destinationDepartment || 'Destino', notes: arrivalNote(protocol) }}
            where={custodySideOf(protocol)}
            line={lineOf(protocol)}
            returnPath={returnPathOf(protocol, today, <Dating protocol={protocol} />)}
          />
        )}
        <div className={classes.progress}>
          <span className="medium">Progresso</span>
          <ProgressBar
            completed={completedItems ?? 0}
            returned={returnedItems ?? 0}
            total={progress.total}
            value={progress.done}
            label="Itens processados"
            withCount={false}
          />
          <span className="soft numbers">
            {Math.min(progress.done, progress.total)} de {counted(progress.total, 'item', 'itens')}
            {' · '}
            {progress.percent}%
          </span>
        </div>
      </Card>
    </div>
  )
}

/** The way back of items without a due date: leads those to the first one who can set its date or ask for it. */
function Dating({ protocol }: { protocol: ProtocolDetail }) {
  const viewer = useViewer()
  const item = protocol.items.find((one) => datingActionFor(viewer, protocol, one))
  const dating = item && datingActionFor(viewer, protocol, item)
  return (
    <span>
      {undatedReturnPath.label}
      {dating && (
        <>
          {' · '}
          <TextLink to="/protocolos/$id" params={{ id: String(protocol.id) }} search={{ item: item.id }} inherit>
            {dating.label}
          </TextLink>
        </>
      )}
    </span>
  )
}

const sentNote = ({ originUser, createdAt }: ProtocolDetail) => (
  <PathStopNote words="Enviado" by={originUser} at={createdAt} />
)

function arrivalNote(protocol: ProtocolDetail) {
  const { status, requiresReturn } = protocol
  if (protocol.receivedAt) return <PathStopNote words="Recebido" by={protocol.receivedBy} at={protocol.receivedAt} />
  if (status === protocolStatus.completed) {
    return <PathStopNote words="Concluído" by={protocol.completedBy} at={protocol.completedAt} />
  }
  if (status === protocolStatus.cancelled) return `${cancelWord(protocol.cancelKind)} antes de ser recebido`
  return requiresReturn ? 'Aguardando recebimento' : 'Aguardando conclusão'
}
