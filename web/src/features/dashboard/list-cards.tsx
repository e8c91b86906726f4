import type { Activity, PendingProtocol } from '@malote/core/dashboard/dashboard.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconClock, IconHistory, type TablerIcon } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Key, ReactNode } from 'react'
import { dueWords } from '../../domain/items/due-words.tsx'
import { useToday } from '../../domain/organisation/config.ts'
import { ownSideOf } from '../../domain/protocols/custody-side.ts'
import { activityLook } from '../../domain/protocols/display-looks.ts'
import { ProtocolLink, Subject } from '../../domain/protocols/protocol-parts.tsx'
import { useViewer } from '../../domain/session/session.tsx'
import { counted } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { useSteadyRows } from '../../ui/freshness/use-steady-rows.tsx'
import { TextLink } from '../../ui/links.tsx'
import { PathSmall } from '../../ui/path/path-small.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { activitiesQuery, pendingProtocolsQuery } from './dashboard.api.ts'
import classes from './dashboard.module.css'

interface ListCardProps<Row extends { id?: Key }> {
  title: string
  /** The link to the full list. */
  more?: ReactNode
  query: UseQueryResult<Row[]>
  failed: string
  empty: string
  /** Shown in the empty state: what will appear here. */
  hint: string
  icon: TablerIcon
  children: (rows: readonly Row[]) => ReactNode
}

/** A card with one of the dashboard's lists, in all its states. */
export function ListCard<Row extends { id?: Key }>({
  title,
  more,
  query,
  failed,
  empty,
  hint,
  icon,
  children,
}: ListCardProps<Row>) {
  const { error, dataUpdatedAt, refetch } = query
  const { rows: data, frame, notice } = useSteadyRows(query.data, keyOf)
  return (
    <div ref={frame} className="shrink" aria-busy={!data && !error}>
      {notice}
      <Card title={title} aside={data?.length ? more : null}>
        <QueryStates
          query={{ data, error, dataUpdatedAt, refetch }}
          failed={failed}
          loading={<SkeletonRows />}
          isEmpty={({ length }) => length === 0}
          empty={
            <EmptyState title={empty} icon={icon}>
              {hint}
            </EmptyState>
          }
        >
          {children}
        </QueryStates>
      </Card>
    </div>
  )
}

const keyOf = ({ id }: { id?: Key }) => id ?? ''

const SkeletonRows = () => (
  <Rows>
    {[0, 1, 2, 3, 4].map((index) => (
      <li key={index} className={classes.listRow}>
        <Skeleton height={12} width="60%" my={4} />
        <Skeleton height={12} width="85%" my={4} />
      </li>
    ))}
  </Rows>
)

export const Rows = ({ children, label }: { children: ReactNode; label?: string }) => (
  <ul className="no-bullets" aria-label={label}>
    {children}
  </ul>
)

export function PendingCard() {
  const pending = useQuery(pendingProtocolsQuery)
  return (
    <ListCard
      title="Protocolos Pendentes"
      more={
        <TextLink to="/protocolos" search={{ status: protocolStatus.pending }} size="sm">
          Ver todos<VisuallyHidden> os protocolos pendentes</VisuallyHidden>
        </TextLink>
      }
      query={pending}
      failed="Erro ao carregar os protocolos pendentes. Tente novamente."
      empty="Nenhum protocolo pendente"
      hint="O que ainda não foi recebido ou concluído aparece aqui."
      icon={IconClock}
    >
      {(rows) => (
        <Rows>
          {rows.map((protocol) => (
            <PendingRow key={protocol.id} protocol={protocol} />
          ))}
        </Rows>
      )}
    </ListCard>
  )
}

function PendingRow({ protocol }: { protocol: PendingProtocol }) {
  const viewer = useViewer()
  const today = useToday()
  const { id, protocolId, createdAt, remarks, originDepartment, destinationDepartment, itemsCount } = protocol
  const due = protocol.nextReturnDate ? dueWords(protocol.nextReturnDate, today) : null
  return (
    <li className={classes.listRow}>
      <Subject>{remarks}</Subject>
      <p className={classes.line}>
        <ProtocolLink id={id ?? protocolId} />
        {due?.words && (
          <span className={classes.due} data-tone={due.tone}>
            {due.words}
          </span>
        )}
        <span className={classes.end}>
          <TimeAgo className="soft nowrap" instant={createdAt} fallback="Data desconhecida" />
        </span>
      </p>
      <p className={classes.line} data-soft>
        <PathSmall
          from={originDepartment || 'Origem'}
          to={destinationDepartment || 'Destino'}
          state={{ where: 'from', line: 'dashed' }}
          own={ownSideOf(viewer, protocol)}
        />
        <span className={classes.end}>{counted(itemsCount ?? 0, 'item', 'itens')}</span>
      </p>
    </li>
  )
}

export function ActivitiesCard() {
  const activities = useQuery(activitiesQuery)
  return (
    <ListCard
      title="Atividades Recentes"
      query={activities}
      failed="Erro ao carregar as atividades. Tente novamente."
      empty="Nenhuma atividade recente"
      hint="O que acontecer com os seus protocolos aparece aqui."
      icon={IconHistory}
    >
      {(rows) => (
        <Rows>
          {rows.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} />
          ))}
        </Rows>
      )}
    </ListCard>
  )
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { type, userName, protocolId, protocols = 1, department, timestamp } = activity
  const { icon: Icon, tone } = activityLook(type)
  return (
    <li className={classes.listRow} data-with-icon>
      <span className={classes.icon} data-tone={tone}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      <div className="fill">
        <p className={classes.line}>
          <span className="medium numbers">{userName || 'Sistema'}</span>
          <span>{type || 'Atividade'}</span>
        </p>
        <p className={classes.line} data-soft>
          <ProtocolLink id={protocolId} />
          {protocols > 1 && <span>e mais {counted(protocols - 1, 'protocolo', 'protocolos')}</span>}
          {department && <span>{department}</span>}
          <TimeAgo className="soft nowrap" instant={timestamp} />
        </p>
      </div>
    </li>
  )
}
