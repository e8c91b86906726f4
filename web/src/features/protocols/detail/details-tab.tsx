import type { CancelKind, ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { RemovableText, RemovalMenu } from '../../../domain/black-outs/removals.tsx'
import { ItemsSection } from '../../../domain/items/items-section.tsx'
import { Card } from '../../../ui/card.tsx'
import { BasicInformation } from './basic-information.tsx'
import classes from './details-tab.module.css'

interface DetailsTabProps {
  protocol: ProtocolDetail
  openItemId: number | null
  onOpenItem: (id: number | null, options?: { replace: boolean }) => void
}

const cancelReasonTitles: Record<CancelKind, string> = {
  cancelled: 'Motivo do cancelamento',
  refused: 'Motivo da recusa',
  redirected: 'Motivo do redirecionamento',
}

/** The items, directly under the path; then what was written about the protocol. */
export function DetailsTab({ protocol, ...items }: DetailsTabProps) {
  const { id, remarks, cancelReason, cancelKind } = protocol
  const cancelReasonTitle = cancelReasonTitles[cancelKind ?? 'cancelled']
  return (
    <>
      <ItemsSection protocol={protocol} {...items} />
      <div className={classes.texts} data-pair={Boolean(cancelReason)}>
        <Card
          title="Observações"
          aside={<RemovalMenu kind="remarks" targetId={id} text={remarks} label="Observações" />}
        >
          <p className={classes.text}>
            <RemovableText kind="remarks" targetId={id}>
              {remarks || 'Sem observações'}
            </RemovableText>
          </p>
        </Card>
        {cancelReason && (
          <Card
            title={cancelReasonTitle}
            aside={<RemovalMenu kind="cancel_reason" targetId={id} text={cancelReason} label={cancelReasonTitle} />}
          >
            <p className={classes.text}>
              <RemovableText kind="cancel_reason" targetId={id}>
                {cancelReason}
              </RemovableText>
            </p>
          </Card>
        )}
      </div>
      <BasicInformation protocol={protocol} />
    </>
  )
}
