import type { CheckState, SystemCheck } from '@malote/core/system/system-check.ts'
import { checkStateWords } from '@malote/core/system/system-report.ts'
import { Skeleton } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconMinus, type TablerIcon } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import classes from './system.module.css'

const looks: Record<CheckState, { tone: Tone; icon: TablerIcon }> = {
  problem: { tone: 'danger', icon: IconAlertCircle },
  warning: { tone: 'pending', icon: IconAlertTriangle },
  ok: { tone: 'success', icon: IconCheck },
  off: { tone: 'neutral', icon: IconMinus },
}

const groups: readonly { title: string; states: readonly CheckState[] }[] = [
  { title: 'Precisa de atenção', states: ['problem', 'warning'] },
  { title: 'Em ordem', states: ['ok'] },
  { title: 'Não configurado', states: ['off'] },
]

/** The checks, those that need attention first. */
export function CheckGroups({ checks }: { checks: readonly SystemCheck[] }) {
  return groups.map(({ title, states }) => {
    const members = checks.filter(({ state }) => states.includes(state))
    if (members.length === 0) return null
    return (
      <Card key={title} title={title}>
        <ul className={classes.checks} aria-label={title}>
          {members.map((check) => (
            <CheckRow key={check.id} {...check} hasBadge={states.length > 1} />
          ))}
        </ul>
      </Card>
    )
  })
}

/** @param props `hasBadge` where the group has checks of several states */
function CheckRow({ title, state, summary, advice, hasBadge }: SystemCheck & { hasBadge: boolean }) {
  const { tone, icon: Icon } = looks[state]
  return (
    <li className={classes.check}>
      <div className={hasBadge ? classes.name : `${classes.name} ${classes.plain}`} data-tone={tone}>
        {!hasBadge && <Icon size={16} stroke={2} aria-hidden />}
        <h3 className={classes.title}>{title}</h3>
        {hasBadge && (
          <StatusBadge tone={tone} icon={Icon}>
            {checkStateWords[state]}
          </StatusBadge>
        )}
      </div>
      <div className={classes.words}>
        <p>{summary}</p>
        {advice && <p className={classes.advice}>{advice}</p>}
      </div>
    </li>
  )
}

export function ChecksSkeleton() {
  return (
    <div className={classes.page}>
      <Card>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height={20} mt={row === 1 ? 4 : 24} width={`${95 - row * 7}%`} />
        ))}
      </Card>
    </div>
  )
}
