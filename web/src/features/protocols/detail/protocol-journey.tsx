import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { progressOf } from '@malote/core/protocols/protocol-progress.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { useToday } from '../../../domain/organisation/use-today.ts'
import { CustodyChain } from '../../../domain/protocols/custody-chain.tsx'
import { custodySideOf, lineOf, ownSideOf } from '../../../domain/protocols/custody-side.ts'
import { isChain } from '../../../domain/protocols/custody-tree.ts'
import { PathStopNote } from '../../../domain/protocols/path-stop-note.tsx'
import { cancelWord } from '../../../domain/protocols/protocol-status-badge.tsx'
import { closedReturnPathOf, returnPathOf } from '../../../domain/protocols/return-path.tsx'
import { useViewer } from '../../../domain/session/session.tsx'
import { counted } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { PathLarge } from '../../../ui/path/path-large.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import classes from './detail.module.css'

/** The path of a protocol and its progress. */
export function ProtocolJourney({ protocol }: { protocol: ProtocolDetail }) {
  const today = useToday()
  const viewer = useViewer()
  const { totalItems, completedItems, returnedItems } = protocol
  const progress = progressOf({
    totalItems: totalItems ?? 0,
    completedItems: completedItems ?? 0,
    returnedItems: returnedItems ?? 0,
  })
  return (
    <div className={classes.journey}>
      <Card>
        {isChain(protocol.path) ? (
          <CustodyChain
            path={protocol.path}
            requiresReturn={protocol.requiresReturn}
            items={protocol.items}
            origin={protocol.originDepartment || 'Origem'}
            destination={protocol.destinationDepartment || 'Destino'}
            own={ownSideOf(viewer, protocol)}
            line={lineOf(protocol)}
            closed={closedReturnPathOf(protocol)}
            sent={sentNote(protocol)}
            arrived={arrivalNote(protocol)}
          />
        ) : (
          <PathLarge
            from={{ label: 'Origem', name: protocol.originDepartment || 'Origem', notes: sentNote(protocol) }}
            to={{ label: 'Destino', name: protocol.destinationDepartment || 'Destino', notes: arrivalNote(protocol) }}
            where={custodySideOf(protocol)}
            line={lineOf(protocol)}
            returnPath={returnPathOf(protocol, today)}
          />
        )}
        <div className={classes.progress}>
          <span className={classes.label}>Progresso</span>
          <ProgressBar completed={progress.done} total={progress.total} label="Itens processados" withCount={false} />
          <span className={classes.figures}>
            {Math.min(progress.done, progress.total)} de {counted(progress.total, 'item', 'itens')}
            {' · '}
            {progress.percent}%
          </span>
        </div>
      </Card>
    </div>
  )
}

const sentNote = ({ originUser, createdAt }: ProtocolDetail) => (
  <PathStopNote words="Enviado" by={originUser} at={createdAt} />
)

function arrivalNote(protocol: ProtocolDetail) {
  const { status, requiresReturn } = protocol
  if (protocol.receivedAt) return <PathStopNote words="Recebido" by={protocol.receivedBy} at={protocol.receivedAt} />
  if (status === protocolStatus.completed) {
    return <PathStopNote words="Concluído" by={protocol.completedBy} at={protocol.completedAt} />
  }
  if (status === protocolStatus.cancelled) return `${cancelWord(protocol.cancelKind)} antes de ser recebido`
  return requiresReturn ? 'Aguardando recebimento' : 'Aguardando conclusão'
}
