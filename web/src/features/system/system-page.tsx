import type { CheckState } from '@malote/core/system/system-check.ts'
import { overallSentence, type SystemReport } from '@malote/core/system/system-report.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../domain/session/session.tsx'
import { formatDateAtTime, formatTime } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { NoAccess } from '../../ui/no-access.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { CheckGroups, ChecksSkeleton } from './check-groups.tsx'
import { systemQuery } from './system.api.ts'
import classes from './system.module.css'

export function SystemPage() {
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
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          data-disabled={isFetching || undefined}
          aria-disabled={isFetching || undefined}
          onClick={() => !isFetching && refetch()}
        >
          Verificar agora
        </Button>
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
    <div className={classes.page}>
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
