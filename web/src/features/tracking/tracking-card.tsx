import type { TrackingResult } from '@malote/core/tracking/tracking-result.ts'
import { Button } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { useId } from 'react'
import { itemName, itemSubtitle } from '../../domain/items/item-name.ts'
import { OpenOccurrences } from '../../domain/occurrences/open-occurrences.tsx'
import { ProtocolStatusBadge } from '../../domain/protocols/protocol-status-badge.tsx'
import { AnchorLink } from '../../ui/anchor-link.tsx'
import { DotLabel } from '../../ui/dot-label.tsx'
import classes from './tracking.module.css'
import { TrackingJourney } from './tracking-journey.tsx'
import { TrackingSteps } from './tracking-steps.tsx'

/** Number of timeline steps in the preview (contract 9.7). */
const previewed = 3

/** One item: its path, its location and responsible user, and the last steps of its timeline. */
export function TrackingCard({ result, onOpen }: { result: TrackingResult; onOpen: () => void }) {
  const titleId = useId()
  const { protocolId, itemType, category, categoryColor, supplier } = result
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <div className={classes.trackingCardHead}>
        <div className={classes.words}>
          <div className={classes.line}>
            <h3 id={titleId} className={classes.trackingCardTitle}>
              {itemName(result)}
            </h3>
            <ProtocolStatusBadge status={result.currentStatus} />
            <OpenOccurrences count={result.openOccurrences} />
          </div>
          {itemSubtitle(result) && <p className={classes.trackingCardFacts}>{result.description}</p>}
          <div className={classes.trackingCardFacts}>
            <AnchorLink to="/protocolos/$id" params={{ id: String(protocolId) }} inherit>
              Protocolo #{protocolId}
            </AnchorLink>
            <span>{itemType || 'Sem tipo'}</span>
            <DotLabel color={categoryColor ?? null}>{category || 'Sem categoria'}</DotLabel>
            {supplier && <span>{supplier}</span>}
          </div>
        </div>
        <Button
          variant="default"
          leftSection={<IconTimeline size={16} aria-hidden />}
          aria-haspopup="dialog"
          aria-describedby={titleId}
          onClick={onOpen}
        >
          Ver Timeline
        </Button>
      </div>
      <div className={classes.body}>
        <TrackingJourney result={result} />
        <div className={classes.preview}>
          <TrackingSteps label={`Últimas etapas de ${itemName(result)}`} steps={result.timeline.slice(-previewed)} />
        </div>
      </div>
    </article>
  )
}
