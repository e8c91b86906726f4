import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Card } from '../../../ui/card.tsx'
import { ItemsSection } from '../../items/public/items-section.tsx'
import { BasicInformation } from './basic-information.tsx'
import classes from './details-tab.module.css'

interface DetailsTabProps {
  protocol: ProtocolDetail
  openItemId: number | null
  onOpenItem: (id: number | null, options?: { replace: boolean }) => void
}

/** The items, directly under the path; then what was written about the protocol. */
export function DetailsTab({ protocol, ...items }: DetailsTabProps) {
  const { remarks, cancelReason } = protocol
  return (
    <>
      <ItemsSection protocol={protocol} {...items} />
      <div className={classes.texts} data-pair={Boolean(cancelReason)}>
        <Card title="Observações">
          <p className={classes.text}>{remarks || 'Sem observações'}</p>
        </Card>
        {cancelReason && (
          <Card title="Motivo do cancelamento">
            <p className={classes.text}>{cancelReason}</p>
          </Card>
        )}
      </div>
      <BasicInformation protocol={protocol} />
    </>
  )
}
