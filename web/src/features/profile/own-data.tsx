import { deviceName } from '@malote/core/auth/device.ts'
import type { OwnSession } from '@malote/core/auth/own-session.ts'
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useViewer } from '../../domain/session/session.tsx'
import { saveFile } from '../../lib/files.ts'
import { formatDateAtTime } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { PrivacyLink } from '../../ui/privacy-link.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { endOwnSession, ownSessionsQuery } from './profile.api.ts'
import classes from './profile.module.css'

/** The user's right to a copy of what is stored about them (LGPD, art. 18). */
export function OwnData() {
  const { id } = useViewer()
  return (
    <Card
      title="Seus dados"
      aside={
        <DownloadButton
          size="xs"
          save={() => saveFile(`/api/users/${id}/personal-data`)}
          failure="Erro ao baixar os seus dados. Tente novamente."
        >
          Baixar meus dados
        </DownloadButton>
      }
    >
      <p className={classes.ownSessionsHint}>
        Um arquivo com tudo o que o Malote guarda sobre você. O que guardamos, por quê e por quanto tempo está na página{' '}
        <PrivacyLink underline="always">Privacidade</PrivacyLink>.
      </p>
    </Card>
  )
}

/** The user's sessions, with buttons to end them. */
export function OwnSessions() {
  const sessions = useQuery(ownSessionsQuery)
  const { mutate, isPending, variables } = useMutation(endOwnSession(useQueryClient()))
  const title = useRef<HTMLParagraphElement>(null)
  const end = (which: number | 'others') => mutate(which, { onSuccess: () => title.current?.focus() }) // the pressed button unmounts
  const busyWith = isPending ? variables : null
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Card
      title="Onde você está conectado"
      aside={
        others.length > 1 && (
          <Button variant="default" size="xs" disabled={isPending} onClick={() => end('others')}>
            {busyWith === 'others' ? 'Encerrando...' : 'Encerrar as outras'}
          </Button>
        )
      }
    >
      <p ref={title} tabIndex={-1} className={classes.ownSessionsHint}>
        Se não reconhecer uma sessão, encerre-a e altere a sua senha.
      </p>
      <QueryStates
        query={sessions}
        failed="Erro ao carregar sessões. Tente novamente."
        loading={<Skeleton height={48} mt={12} />}
      >
        {(data) => (
          <ul className="no-bullets mt-12" aria-label="Sessões">
            {data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isBusy={busyWith === session.id}
                isDisabled={isPending}
                onEnd={() => end(session.id)}
              />
            ))}
          </ul>
        )}
      </QueryStates>
    </Card>
  )
}

interface SessionRowProps {
  session: OwnSession
  isBusy: boolean
  isDisabled: boolean
  onEnd: () => void
}

function SessionRow({ session, isBusy, isDisabled, onEnd }: SessionRowProps) {
  const { userAgent, network, createdAt, lastSeenAt, isCurrent } = session
  const device = deviceName(userAgent)
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.device}>
          {device}
          {isCurrent && <StatusBadge tone="success">Esta sessão</StatusBadge>}
        </p>
        <p className="soft small numbers">
          Início em {formatDateAtTime(createdAt)} · Último uso:{' '}
          <TimeAgo instant={lastSeenAt} isInSentence fallback="—" />
          {network && <> · Rede {network}</>}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="default"
          size="xs"
          disabled={isDisabled}
          aria-label={`Encerrar a sessão ${device}, iniciada em ${formatDateAtTime(createdAt)}`}
          onClick={onEnd}
        >
          {isBusy ? 'Encerrando...' : 'Encerrar'}
        </Button>
      )}
    </li>
  )
}
