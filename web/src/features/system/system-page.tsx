import { readWire } from '@malote/core/shared/renamed.ts'
import type { CheckState, SystemCheck } from '@malote/core/system/system-check.ts'
import {
  checkStateWords,
  overallSentence,
  type SystemReport,
  systemReportWire,
} from '@malote/core/system/system-report.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { Skeleton } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCheck,
  IconMinus,
  IconRefresh,
  type TablerIcon,
} from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useViewer } from '../../domain/session/session.tsx'
import { api } from '../../lib/api.ts'
import { formatDateAtTime, formatTime } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Card } from '../../ui/card.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { NoAccess } from '../../ui/no-access.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import classes from './system.module.css'

export default function SystemPage() {
  const verdict = canAdminister(useViewer())
  if (verdict.allowed) return <SystemScreen />
  return (
    <>
      <PageHeader title="Sistema" />
      <NoAccess reason={verdict.message} />
    </>
  )
}

/** How the installation is, what needs attention first, and what to do about it. */
function SystemScreen() {
  const report = useQuery(systemQuery)
  const { data, dataUpdatedAt, isFetching, refetch } = report
  return (
    <>
      <PageHeader
        title="Sistema"
        context={data && `Verificado às ${formatTime(new Date(dataUpdatedAt))}, e de novo a cada 30 segundos.`}
      >
        <BusyButton
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          isBusy={isFetching}
          onClick={() => refetch()}
        >
          Verificar agora
        </BusyButton>
      </PageHeader>
      {/* Announced when it changes, not at every refresh. */}
      <Spoken component="div" className={classes.overall}>
        {data && <Overall checks={data.checks} />}
      </Spoken>
      <QueryStates
        query={report}
        failed="Erro ao verificar o sistema. Tente novamente."
        isFramed
        loading={<ChecksSkeleton />}
      >
        {(content) => <Report report={content} />}
      </QueryStates>
    </>
  )
}

function Overall({ checks }: Pick<SystemReport, 'checks'>) {
  const has = (state: CheckState) => checks.some((check) => check.state === state)
  const tone = has('problem') ? 'danger' : has('warning') ? 'pending' : 'success'
  return (
    <Banner tone={tone} isInSpoken>
      <strong>{overallSentence(checks)}</strong>
    </Banner>
  )
}

function Report({ report: { checks, version, node, startedAt, instances } }: { report: SystemReport }) {
  return (
    <div className="grid gap-16">
      <CheckGroups checks={checks} />
      <Card title="Sobre este servidor">
        <DescriptionList
          items={[
            { term: 'Malote', value: version },
            { term: 'Node.js', value: node },
            { term: 'Iniciado em', value: formatDateAtTime(startedAt) },
            { term: 'Servidores no ar', value: instances },
          ]}
        />
      </Card>
    </div>
  )
}

/** Milliseconds between two looks at the installation while the screen is open. */
const refresh = 30_000

const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => readWire(systemReportWire, await api.get('/api/system', { signal })),
  staleTime: 0,
  refetchInterval: refresh,
  retryOnMount: false,
})

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
function CheckGroups({ checks }: { checks: readonly SystemCheck[] }) {
  return groups.map(({ title, states }) => {
    const members = checks.filter(({ state }) => states.includes(state))
    if (members.length === 0) return null
    return (
      <Card key={title} title={title}>
        <ul className="no-bullets grid" aria-label={title}>
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

function ChecksSkeleton() {
  return (
    <div className="grid gap-16">
      <Card>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height={20} mt={row === 1 ? 4 : 24} width={`${95 - row * 7}%`} />
        ))}
      </Card>
    </div>
  )
}
