import { Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { protocolQuery } from '../../../domain/protocols/protocols.api.ts'
import type { DetailSearch } from '../../../domain/screens/searches.ts'
import { ApiError, errorCode } from '../../../lib/api-error.ts'
import { Card } from '../../../ui/card.tsx'
import { TextLink } from '../../../ui/links.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PathSkeleton } from '../../../ui/path/path-large.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import classes from './detail.module.css'
import { ProtocolView } from './protocol-view.tsx'

interface ProtocolPageProps {
  /** null when the address contains no valid number. */
  id: number | null
  search: DetailSearch
  onSearch: (search: DetailSearch, options?: { replace: boolean }) => void
}

const failure = 'Erro ao carregar protocolo'

export default function ProtocolPage({ id, search, onSearch }: ProtocolPageProps) {
  const protocol = useQuery({ ...protocolQuery(id ?? 0), enabled: id !== null })
  const { error } = protocol
  const isLost = id === null || (error instanceof ApiError && error.status === 404)

  if (isLost) return <Failed id={id} title="Protocolo não encontrado" />
  return (
    <QueryStates
      query={protocol}
      failed={failure}
      failure={<Failed id={id} title={failure} code={errorCode(protocol.error)} onRetry={protocol.refetch} />}
      loading={
        <Frame id={id}>
          <ProtocolSkeleton />
        </Frame>
      }
    >
      {(data) => <ProtocolView protocol={data} search={search} onSearch={onSearch} />}
    </QueryStates>
  )
}

interface FailedProps {
  id: number | null
  title: string
  code?: string | undefined
  onRetry?: () => void
}

function Failed({ id, title, code, onRetry }: FailedProps) {
  return (
    <Frame id={id}>
      <Card>
        <ErrorState title={title} code={code} onRetry={onRetry}>
          <TextLink to="/protocols" lh="36px">
            Voltar para a lista
          </TextLink>
        </ErrorState>
      </Card>
    </Frame>
  )
}

function Frame({ id, children }: { id: number | null; children: ReactNode }) {
  return (
    <>
      <PageHeader title={id === null ? 'Protocolo' : `Protocolo #${id}`} subject="" context="" state="" />
      {children}
    </>
  )
}

const rows = [0, 1, 2]
const columns = ['19%', '16%', '15%', '18%', '14%', '10%']

/** Has the shape of the page: path, tabs, items and remarks. */
function ProtocolSkeleton() {
  return (
    <div aria-busy aria-label="Carregando protocolo" role="status">
      <Card>
        <PathSkeleton />
      </Card>
      <Group gap={32} className={classes.waitingTabs}>
        {[56, 72, 88].map((width) => (
          <Skeleton key={width} height={14} width={width} />
        ))}
      </Group>
      <Skeleton height={16} width={48} mt={8} mb={20} />
      <div className={classes.waitingItems}>
        {rows.map((row) => (
          <div key={row} className={classes.waitingItem}>
            {columns.map((width) => (
              <Skeleton key={width} height={12} width={width} />
            ))}
          </div>
        ))}
      </div>
      <Card>
        <Skeleton height={16} width={110} mb={24} />
        <Skeleton height={14} width="60%" />
      </Card>
    </div>
  )
}
