import type { PendingProtocol } from '@malote/core/dashboard/dashboard.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dueWords } from '../../domain/items/due-words.ts'
import { useToday } from '../../domain/organisation/use-today.ts'
import { ownSideOf } from '../../domain/protocols/custody-side.ts'
import { ProtocolLink } from '../../domain/protocols/protocol-link.tsx'
import { useViewer } from '../../domain/session/session.tsx'
import { counted } from '../../lib/format.ts'
import { AnchorLink } from '../../ui/anchor-link.tsx'
import { PathSmall } from '../../ui/path/path-small.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { pendingProtocolsQuery } from './dashboard.api.ts'
import classes from './list-card.module.css'
import { ListCard, Rows } from './list-card.tsx'

export function PendingCard() {
  const pending = useQuery(pendingProtocolsQuery)
  return (
    <ListCard
      title="Protocolos Pendentes"
      more={
        <AnchorLink to="/protocolos" search={{ status: protocolStatus.pending }} size="sm">
          Ver todos<VisuallyHidden> os protocolos pendentes</VisuallyHidden>
        </AnchorLink>
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
    <li className={classes.row}>
      <p className={classes.line}>
        <ProtocolLink id={id ?? protocolId} />
        {due?.words && (
          <span className={classes.due} data-tone={due.tone}>
            {due.words}
          </span>
        )}
        <span className={classes.end}>
          <TimeAgo className={classes.time} instant={createdAt} fallback="Data desconhecida" />
        </span>
      </p>
      <p className={classes.remarks}>{remarks || 'Sem observações'}</p>
      <p className={classes.line} data-soft>
        <PathSmall
          from={originDepartment || 'Origem'}
          to={destinationDepartment || 'Destino'}
          where="from"
          own={ownSideOf(viewer, protocol)}
          line="dashed"
        />
        <span className={classes.end}>{counted(itemsCount ?? 0, 'item', 'itens')}</span>
      </p>
    </li>
  )
}
