import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { canEdit } from '@malote/core/protocols/protocol-rules.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { protocolQuery } from '../../../domain/protocols/protocol-query.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { notifyError } from '../../../ui/toasts.ts'
import { EditProtocolForm } from './edit-protocol-form.tsx'
import { EditProtocolSkeleton } from './edit-protocol-skeleton.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The user came from the detail page and returns to it. */
    isFromDetail?: boolean
  }
}

const loadingFailed = 'Erro ao carregar o protocolo. Tente novamente.'

/** @param id null when the address contains no valid number */
export function EditProtocolPage({ id }: { id: number | null }) {
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
