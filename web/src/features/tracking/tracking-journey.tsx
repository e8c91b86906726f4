import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { displayKindOf } from '@malote/core/shared/display-keyword.ts'
import type { TrackingResult } from '@malote/core/tracking/tracking-result.ts'
import { WhyDueDate } from '../../domain/due-dates/why-due-date.tsx'
import { Whereabouts } from '../../domain/items/whereabouts.tsx'
import { useToday } from '../../domain/organisation/use-today.ts'
import { CustodyChain } from '../../domain/protocols/custody-chain.tsx'
import { isChain } from '../../domain/protocols/custody-tree.ts'
import { PathStopNote } from '../../domain/protocols/path-stop-note.tsx'
import { dueReturnPathOf } from '../../domain/protocols/return-path.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import type { ReturnPath } from '../../ui/path/path-facts.ts'
import { PathLarge } from '../../ui/path/path-large.tsx'
import { closedReturnPathOf } from './closed-return-path.ts'
import classes from './tracking.module.css'

/** The item's path, its location and the responsible user. */
export function TrackingJourney({ result }: { result: TrackingResult }) {
  const today = useToday()
  const { originDepartment, destinationDepartment, custody, currentLocation, responsible, path } = result
  return (
    <div className={classes.journey}>
      {originDepartment && destinationDepartment && isChain(path) && (
        <CustodyChain
          path={path}
          requiresReturn={result.requiresReturn}
          items={[result]}
          origin={originDepartment}
          destination={destinationDepartment}
          line={hasArrived(result) ? 'solid' : 'dashed'}
          closed={closedReturnPathOf(result)}
          sent={noteOf(result, 'created', 'Enviado')}
          arrived={arrivalNote(result)}
        />
      )}
      {originDepartment && destinationDepartment && !isChain(path) && (
        <PathLarge
          from={{ label: 'Origem', name: originDepartment, notes: noteOf(result, 'created', 'Enviado') }}
          to={{ label: 'Destino', name: destinationDepartment, notes: arrivalNote(result) }}
          where={custody === 'destination' ? 'to' : 'from'}
          line={hasArrived(result) ? 'solid' : 'dashed'}
          returnPath={returnPathOf(result, today)}
        />
      )}
      <DescriptionList
        items={[
          {
            term: 'Onde está agora',
            value: currentLocation && (
              <>
                {currentLocation}
                <Whereabouts item={result} />
              </>
            ),
            fallback: 'Local desconhecido',
          },
          { term: 'Responsável', value: responsible, fallback: 'Não atribuído' },
        ]}
      />
    </div>
  )
}

const hasArrived = ({ receivedAt, custody }: TrackingResult) => Boolean(receivedAt) || custody === 'destination'

/** A note with the user and time of a timeline step; null if the step is missing. */
function noteOf({ timeline }: TrackingResult, stepId: string, words: string) {
  const step = timeline.find(({ id }) => id === stepId)
  return step ? <PathStopNote words={words} by={step.user} at={step.date} /> : null
}

function arrivalNote(result: TrackingResult) {
  if (hasArrived(result)) return noteOf(result, 'received', 'Recebido') ?? noteOf(result, 'completed', 'Concluído')
  if (displayKindOf(result.currentStatus) === 'cancelled') return 'Cancelado antes de ser recebido'
  return result.requiresReturn ? 'Aguardando recebimento' : 'Aguardando conclusão'
}

/** The return path with its date; null when the item need not come back. */
function returnPathOf(result: TrackingResult, today: CivilDate): ReturnPath | null {
  const { id, requiresReturn, returnDate } = result
  if (!requiresReturn) return null
  return (
    closedReturnPathOf(result) ??
    dueReturnPathOf(returnDate, today, returnDate && <WhyDueDate itemId={id} returnDate={returnDate} />)
  )
}
