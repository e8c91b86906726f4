import type { Activity } from '@malote/core/dashboard/dashboard.ts'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { activityLook } from '../../domain/protocols/activity-look.ts'
import { ProtocolLink } from '../../domain/protocols/protocol-link.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { activitiesQuery } from './dashboard.api.ts'
import classes from './list-card.module.css'
import { ListCard, Rows } from './list-card.tsx'

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

function ActivityRow({ activity: { type, userName, protocolId, department, timestamp } }: { activity: Activity }) {
  const { icon: Icon, tone } = activityLook(type)
  return (
    <li className={classes.row} data-with-icon>
      <span className={classes.icon} data-tone={tone}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.words}>
        <p className={classes.line}>
          <span className={classes.strong}>{userName || 'Sistema'}</span>
          <span>{type || 'Atividade'}</span>
        </p>
        <p className={classes.line} data-soft>
          <ProtocolLink id={protocolId} />
          {department && <span>{department}</span>}
          <TimeAgo className={classes.time} instant={timestamp} />
        </p>
      </div>
    </li>
  )
}
