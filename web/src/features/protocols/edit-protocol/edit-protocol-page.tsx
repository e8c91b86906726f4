import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { canEdit } from '@malote/core/protocols/protocol-rules.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { protocolQuery } from '../../../domain/protocols/protocols.api.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { Card } from '../../../ui/card.tsx'
import { LinkButton } from '../../../ui/links.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { notifyError } from '../../../ui/toasts.ts'
import classes from '../form/form.module.css'
import { EditProtocolForm } from './edit-protocol-form.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The user came from the detail page and returns to it. */
    isFromDetail?: boolean
  }
}

const loadingFailed = 'Erro ao carregar o protocolo. Tente novamente.'

/** @param id null when the address contains no valid number */
export default function EditProtocolPage({ id }: { id: number | null }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { history } = useRouter()
  // Always refetches, so that the edit starts from the newest version.
  const { data, isError, isFetchedAfterMount, refetch } = useQuery({
    ...protocolQuery(id ?? 0),
    enabled: id !== null,
    staleTime: 0,
  })
  // Keeps the loaded version during the edit, so that a change by others does not replace the input; the server detects
  // the conflict on save.
  const [opened, setOpened] = useState<ProtocolDetail | null>(null)
  if (!opened && data && isFetchedAfterMount && !isError) setOpened(data)
  const verdict = opened && canEdit(viewer, opened)
  const refusal = verdict && refusalIn(verdict)
  // Skips the unsaved-changes guard, which is only disabled at the next render.
  const openDetail = () =>
    history.location.state.isFromDetail
      ? history.back({ ignoreBlocker: true })
      : navigate({ to: '/protocolos/$id', params: { id: String(id) }, replace: true, ignoreBlocker: true })

  const loadNewest = async (giveUp: () => void) => {
    const { data: newest, error } = await refetch()
    if (!newest || error) return notifyError(loadingFailed)
    giveUp()
    setOpened(newest)
  }

  useEffect(() => {
    if (!refusal) return
    notifyError(refusal)
    void navigate({ to: '/protocolos/$id', params: { id: String(id) }, replace: true, ignoreBlocker: true })
  }, [refusal, navigate, id])

  return (
    <>
      <PageHeader title={`Editar Protocolo #${id ?? ''}`}>
        {id !== null && (
          <LinkButton
            to="/protocolos/$id"
            params={{ id: String(id) }}
            replace
            variant="subtle"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            Voltar
          </LinkButton>
        )}
      </PageHeader>
      {id === null || (isError && !opened) ? (
        <Card>
          <ErrorState title={loadingFailed} onRetry={refetch} />
        </Card>
      ) : opened && verdict?.allowed ? (
        <EditProtocolForm
          key={opened.version}
          protocol={opened}
          isOutdated={data !== undefined && data.version !== opened.version}
          onSaved={openDetail}
          onReload={loadNewest}
        />
      ) : (
        <EditProtocolSkeleton />
      )}
    </>
  )
}

const itemFields = [0, 1, 2, 3, 4]

/** Has the shape of the form. */
export function EditProtocolSkeleton() {
  return (
    <Stack gap="lg" role="status" aria-busy aria-label="Carregando protocolo">
      <Card>
        <Skeleton height={16} width={150} mb={24} />
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <Field />
            <Field />
          </SimpleGrid>
          <Field height={80} />
        </Stack>
      </Card>
      <Card>
        <Skeleton height={16} width={140} mb={24} />
        <div className={classes.card}>
          <Skeleton height={12} width={48} my={12} />
          <div className={classes.grid}>
            {itemFields.map((field) => (
              <Field key={field} />
            ))}
          </div>
          <div className="mt-12">
            <Field height={60} />
          </div>
        </div>
      </Card>
    </Stack>
  )
}

const Field = ({ height = 36 }: { height?: number }) => (
  <div>
    <Skeleton height={12} width={112} mb={8} />
    <Skeleton height={height} />
  </div>
)
