import type { FoundProtocol, ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { canPrint, canSendFrom } from '@malote/core/protocols/protocol-rules.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { IconEye, IconSend, IconTags } from '@tabler/icons-react'
import { OpenOccurrences } from '../../../domain/occurrences/occurrences-line.tsx'
import { useToday } from '../../../domain/organisation/config.ts'
import { actionLook, actionsFor, type RunAction } from '../../../domain/protocols/actions/protocol-actions.ts'
import { MatchLine } from '../../../domain/protocols/match-line.tsx'
import { ProtocolLink, Subject } from '../../../domain/protocols/protocol-parts.tsx'
import { ProtocolStatusBadge } from '../../../domain/protocols/protocol-status-badge.tsx'
import { shortReturnPathOf } from '../../../domain/protocols/return-path.tsx'
import type { Selection } from '../../../domain/screens/use-selection.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { formatDateTime } from '../../../lib/format.ts'
import { ActionMenuItem, RowMenu } from '../../../ui/action-menu.tsx'
import { MenuLink } from '../../../ui/menu-link.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { BadgeStack } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { RowCard, RowLine } from '../../../ui/table/row-action.tsx'
import { SelectBox, SelectPage } from '../../../ui/table/select-box.tsx'
import { ProtocolPath } from '../protocol-path.tsx'
import classes from './list.module.css'

/** Context of all row views besides the row. */
export interface ProtocolListContext {
  viewer: Viewer
  /** The rows of the page. */
  rows: readonly ProtocolRow[]
  selection: Selection<ProtocolRow>
  /** The text that the rows were found by. */
  search: string
  onAction: RunAction
  onLabel: (protocol: ProtocolRow) => void
}

export const protocolColumns = (context: ProtocolListContext): Column<FoundProtocol>[] => [
  {
    key: 'id',
    header: (
      <span className={classes.first}>
        <SelectProtocols context={context} />
        ID
      </span>
    ),
    headerName: 'ID',
    isRowHeader: true,
    rowName: ({ id }) => `#${id}`,
    width: '108px',
    cell: (row) => (
      <span className={classes.first}>
        <ProtocolBox protocol={row} context={context} />
        <ProtocolLink id={row.id} />
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '132px',
    cell: (row) => (
      <BadgeStack>
        <ProtocolStatusBadge status={row.status} cancelKind={row.cancelKind} />
        <Due protocol={row} />
        <OpenOccurrences count={row.openOccurrences} />
      </BadgeStack>
    ),
  },
  {
    key: 'departments',
    header: 'Departamentos',
    cell: (row) => (
      <>
        <Subject>{row.remarks}</Subject>
        <ProtocolPath protocol={row} viewer={context.viewer} />
        <MatchLine match={row.match} search={context.search} />
      </>
    ),
  },
  {
    key: 'date',
    header: 'Data',
    width: '132px',
    cell: ({ createdAt }) => (
      <time className="nowrap" dateTime={createdAt}>
        {formatDateTime(createdAt) || '—'}
      </time>
    ),
  },
  { key: 'progress', header: 'Progresso', width: '124px', cell: ItemsDone },
  { key: 'creator', header: 'Criado por', cell: ({ creator, originUser }) => creator || originUser || '—' },
  {
    key: 'actions',
    header: 'Ações',
    width: '64px',
    align: 'end',
    cell: (row) => <ProtocolRowMenu protocol={row} context={context} />,
  },
]

function Due({ protocol }: { protocol: ProtocolRow }) {
  const due = shortReturnPathOf(protocol, useToday())
  return (
    due && (
      <span className={classes.due} data-tone={due.tone}>
        {due.label}
      </span>
    )
  )
}

/** Chooses the page's protocols that may be received or printed. */
export function SelectProtocols({
  context: { rows, selection },
  label,
}: {
  context: ProtocolListContext
  label?: string
}) {
  const choosable = rows.filter((row) => canPrint(row).allowed)
  return (
    <SelectPage
      {...(label && { label })}
      isAll={choosable.length > 0 && choosable.every(selection.has)}
      isSome={selection.rows.length > 0}
      refusal={choosable.length > 0 ? null : 'Nenhum protocolo desta página pode ser selecionado'}
      onToggle={() => selection.togglePage(choosable)}
    />
  )
}

interface OfProtocol {
  protocol: ProtocolRow
  context: ProtocolListContext
}

/** A cancelled protocol can be neither received nor printed. */
const ProtocolBox = ({ protocol, context: { selection } }: OfProtocol) => (
  <SelectBox
    label={`Selecionar protocolo ${protocol.id}`}
    isChosen={selection.has(protocol)}
    refusal={refusalIn(canPrint(protocol))}
    onToggle={(isRange) => selection.toggle(protocol, isRange)}
  />
)

/** Completed items out of all items (contract 2.5.4). */
function ItemsDone({ id, completedItems, returnedItems, totalItems }: ProtocolRow) {
  return (
    <ProgressBar
      completed={completedItems ?? 0}
      returned={returnedItems ?? 0}
      total={totalItems ?? 0}
      label={`Itens concluídos do protocolo ${id}`}
    />
  )
}

interface ProtocolCardProps {
  protocol: FoundProtocol
  context: ProtocolListContext
}

/** A row of the list as a card for phones: the path first, then the status. */
export function ProtocolCard({ protocol, context }: ProtocolCardProps) {
  const { id, status, cancelKind, openOccurrences, createdAt, creator, originUser } = protocol
  return (
    <RowCard
      head={
        <div className="row gap-12">
          <span className="above">
            <ProtocolBox protocol={protocol} context={context} />
          </span>
          <div className={classes.path}>
            <Subject>{protocol.remarks}</Subject>
            <ProtocolPath protocol={protocol} viewer={context.viewer} isWithReturn />
          </div>
        </div>
      }
      menu={<ProtocolRowMenu protocol={protocol} context={context} />}
    >
      <RowLine>
        <ProtocolLink id={id} />
        <ProtocolStatusBadge status={status} cancelKind={cancelKind} />
        <OpenOccurrences count={openOccurrences} />
        <time dateTime={createdAt} className="soft numbers at-end">
          {formatDateTime(createdAt)}
        </time>
      </RowLine>
      <RowLine>
        <ItemsDone {...protocol} />
        <span className="soft numbers at-end">{creator || originUser}</span>
      </RowLine>
      <MatchLine match={protocol.match} search={context.search} />
    </RowCard>
  )
}

const ProtocolRowMenu = (props: OfProtocol) => (
  <RowMenu label={`Ações do protocolo ${props.protocol.id}`}>
    <Entries {...props} />
  </RowMenu>
)

function Entries({ protocol, context: { onAction, onLabel } }: OfProtocol) {
  const viewer = useViewer()
  const params = { id: String(protocol.id) }
  return (
    <>
      <MenuLink to="/protocolos/$id" params={params} leftSection={<IconEye size={16} aria-hidden />}>
        Ver detalhes
      </MenuLink>
      {actionsFor(viewer, protocol).map((action) => {
        const { label, icon: Icon, isDangerous } = actionLook(action)
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
      {canPrint(protocol).allowed && (
        <ActionMenuItem icon={IconTags} onPress={() => onLabel(protocol)}>
          Etiqueta
        </ActionMenuItem>
      )}
      {canSendFrom(viewer, protocol.originDepartmentId).allowed && (
        <MenuLink to="/protocolos/novo" search={{ from: protocol.id }} leftSection={<IconSend size={16} aria-hidden />}>
          Enviar de novo
        </MenuLink>
      )}
    </>
  )
}
