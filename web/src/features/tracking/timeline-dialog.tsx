import type { TrackingResult } from '@malote/core/tracking/tracking-result.ts'
import { WhyDueDate } from '../../domain/due-dates/why-due-date.tsx'
import { OriginalDate } from '../../domain/items/due-words.tsx'
import { ProtocolStatusBadge } from '../../domain/protocols/protocol-status-badge.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { DotLabel } from '../../ui/status-badge.tsx'
import classes from './tracking.module.css'
import { TrackingJourney, TrackingSteps } from './tracking-journey.tsx'

interface TimelineDialogProps {
  isOpen: boolean
  result: TrackingResult
  onClose: () => void
}

/** Loaded when first opened. */
export default function TimelineDialog({ isOpen, result, onClose }: TimelineDialogProps) {
  const { protocolId, documentNumber, description, itemType, category, categoryColor, supplier, requiresReturn } =
    result
  return (
    <DialogFrame isOpen={isOpen} title={`Timeline - Protocolo #${protocolId}`} onClose={onClose} size="xl">
      <div className={classes.content}>
        <section aria-label="Informações do documento" className={classes.timelineDialogFacts}>
          <DescriptionList
            items={[
              { term: 'Nº do documento', value: documentNumber, fallback: 'Sem número' },
              ...(description ? [{ term: 'Descrição', value: description }] : []),
              { term: 'Tipo de item', value: itemType, fallback: 'Sem tipo' },
              {
                term: 'Categoria',
                value: category && <DotLabel color={categoryColor ?? null}>{category}</DotLabel>,
                fallback: 'Sem categoria',
              },
              { term: 'Fornecedor', value: supplier, fallback: 'Sem fornecedor' },
              { term: 'Status', value: <ProtocolStatusBadge status={result.currentStatus} /> },
              ...(requiresReturn
                ? [
                    {
                      term: 'Data de retorno',
                      value: result.returnDate && <DueDate result={result} returnDate={result.returnDate} />,
                      fallback: 'Sem prazo definido',
                    },
                  ]
                : []),
            ]}
          />
        </section>
        <TrackingJourney result={result} />
        <section aria-labelledby="etapas" className={classes.steps}>
          <h3 id="etapas" className={classes.timelineDialogTitle}>
            Etapas
          </h3>
          <TrackingSteps label="Timeline completa" steps={result.timeline} isComplete />
        </section>
        <div className="flex justify-end">
          <LinkButton to="/protocolos/$id" params={{ id: String(protocolId) }} variant="default">
            Ver protocolo
          </LinkButton>
        </div>
      </div>
    </DialogFrame>
  )
}

const DueDate = ({ result, returnDate }: { result: TrackingResult; returnDate: string }) => (
  <>
    <WhyDueDate itemId={result.id} returnDate={returnDate} /> <OriginalDate item={result} />
  </>
)
