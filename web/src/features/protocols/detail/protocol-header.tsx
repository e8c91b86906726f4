import { acts } from '@malote/core/acts/act.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { progressOf } from '@malote/core/protocols/protocol-progress.ts'
import { canSendFrom, isAtDestination } from '@malote/core/protocols/protocol-rules.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconDots, IconSend, IconUserQuestion } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { PapersMenu } from '../../../domain/documents/papers-menu.tsx'
import { datingActionFor } from '../../../domain/items/item-actions.ts'
import { UpdateNote } from '../../../domain/live/update-note.tsx'
import { OccurrencesLine } from '../../../domain/occurrences/occurrences-line.tsx'
import { useToday } from '../../../domain/organisation/config.ts'
import { actionLook, actionsFor, type ProtocolAction } from '../../../domain/protocols/actions/protocol-actions.ts'
import { CustodyChain } from '../../../domain/protocols/custody-chain.tsx'
import { custodySideOf, lineOf, ownSideOf } from '../../../domain/protocols/custody-side.ts'
import { isChain } from '../../../domain/protocols/custody-tree.ts'
import { AwaitingNote } from '../../../domain/protocols/protocol-parts.tsx'
import { cancelWord, ProtocolStatusBadge } from '../../../domain/protocols/protocol-status-badge.tsx'
import {
  closedReturnPathOf,
  PathStopNote,
  returnPathOf,
  undatedReturnPath,
} from '../../../domain/protocols/return-path.tsx'
import { useViewer } from '../../../domain/session/session.tsx'
import { counted } from '../../../lib/format.ts'
import { ActionMenu, ActionMenuItem } from '../../../ui/action-menu.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useHeld } from '../../../ui/freshness/use-held.ts'
import { TextLink } from '../../../ui/links.tsx'
import { MenuLink } from '../../../ui/menu-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PathLarge } from '../../../ui/path/path-large.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './detail.module.css'
import { stateLine } from './state-line.ts'

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
    const Icon = actionLook(action).icon
    return <Icon size={16} aria-hidden />
  }
  const others = (['check', 'forward', 'redirect'] as const).filter((action) => actions.has(action))
  const canSend = canSendFrom(viewer, shown.originDepartmentId).allowed
  const hasMenu = others.length > 0 || actions.has('refuse') || canSend
  return (
    <PageHeader
      title={`Protocolo #${protocol.id}`}
      subject={protocol.remarks}
      context={<UpdateNote protocolId={protocol.id} />}
      state={<StateLine protocol={protocol} />}
      aside={<Badges protocol={protocol} />}
      actionsRef={buttons}
      action={
        main && (
          <BusyButton leftSection={iconOf(main)} isBusy={isBusy} onClick={() => onAction(main)}>
            {isBusy ? acts.receive.busy : actionLook(main).label}
          </BusyButton>
        )
      }
    >
      {actions.has('cancel') && (
        // Apart from the others, and red only when it is about to be pressed.
        <Button variant="subtle" className={classes.apart} onClick={() => onAction('cancel')}>
          {actionLook('cancel').label}
        </Button>
      )}
      {hasMenu && (
        <ActionMenu
          width={224}
          target={(opens) => (
            <ActionIcon {...opens} variant="default" size={36} aria-label="Outras ações do protocolo">
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          )}
        >
          {others.map((action) => (
            <ActionMenuItem key={action} icon={actionLook(action).icon} onPress={() => onAction(action)}>
              {actionLook(action).label}
            </ActionMenuItem>
          ))}
          {canSend && (
            <MenuLink
              to="/protocolos/novo"
              search={{ from: protocol.id }}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              Enviar de novo
            </MenuLink>
          )}
          {actions.has('refuse') && (
            <ActionMenuItem icon={actionLook('refuse').icon} isDangerous onPress={() => onAction('refuse')}>
              {actionLook('refuse').label}
            </ActionMenuItem>
          )}
        </ActionMenu>
      )}
      {actions.has('print') && (
        // Ignores the second click of a double click, so that only one window opens.
        <Button
          variant="default"
          leftSection={iconOf('print')}
          onClick={({ detail }) => detail < 2 && onAction('print')}
        >
          {actionLook('print').label}
        </Button>
      )}
      <PapersMenu protocol={protocol} />
      {actions.has('edit') && (
        <Button variant="default" leftSection={iconOf('edit')} onClick={edit}>
          {actionLook('edit').label}
        </Button>
      )}
    </PageHeader>
  )
}

/** How the protocol stands, in words, and what else is to be known about it now. */
function StateLine({ protocol }: Pick<ProtocolHeaderProps, 'protocol'>) {
  const viewer = useViewer()
  const today = useToday()
  const { awaitingReceiptDays, unassignedItems, code } = protocol
  return (
    <span className={classes.state}>
      <span>{stateLine(protocol, today)}</span>
      <AwaitingNote days={awaitingReceiptDays} />
      <RedirectLinks protocol={protocol} />
      {unassignedItems > 0 && !isAtDestination(viewer, protocol) && <span>{unassigned(unassignedItems)}</span>}
      <OccurrencesLine protocol={protocol} />
      {code && <span className="numbers nowrap">Código {code}</span>}
    </span>
  )
}

const unassigned = (count: number) => counted(count, 'item não atribuído', 'itens não atribuídos')

function Badges({ protocol }: Pick<ProtocolHeaderProps, 'protocol'>) {
  const viewer = useViewer()
  const { status, cancelKind, requiresReturn, unassignedItems } = protocol
  return (
    <>
      <ProtocolStatusBadge status={status} cancelKind={cancelKind} />
      {requiresReturn && (
        <StatusBadge tone="returned" icon={IconArrowBackUp}>
          Requer Devolução
        </StatusBadge>
      )}
      {unassignedItems > 0 && isAtDestination(viewer, protocol) && (
        // The others read it in the line below: they cannot assign.
        <StatusBadge tone="pending" icon={IconUserQuestion}>
          {unassigned(unassignedItems)}
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

/** The path of a protocol. */
export function ProtocolJourney({ protocol }: { protocol: ProtocolDetail }) {
  const today = useToday()
  const viewer = useViewer()
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
      </Card>
    </div>
  )
}

/** How many items are done; of a protocol with one item, or before the first, only for screen readers. */
export function ProtocolProgress({ protocol }: { protocol: ProtocolDetail }) {
  const { totalItems, completedItems, returnedItems } = protocol
  const progress = progressOf({
    totalItems: totalItems ?? 0,
    completedItems: completedItems ?? 0,
    returnedItems: returnedItems ?? 0,
  })
  const isWorthSeeing = progress.total > 1 && progress.done > 0
  return (
    <div className={isWorthSeeing ? classes.progress : 'unseen'}>
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
          <TextLink
            to="/protocolos/$id"
            params={{ id: String(protocol.id) }}
            search={({ papel }) => ({ papel, item: item.id })}
            inherit
          >
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
