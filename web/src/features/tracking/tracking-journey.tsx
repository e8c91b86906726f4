import { type CivilDate, isCivilDate } from '@malote/core/shared/civil-date.ts'
import { displayKindOf } from '@malote/core/shared/display-keyword.ts'
import {
  type TimelineStep as Step,
  type StepStatus,
  stepStatus,
  type TrackingResult,
} from '@malote/core/tracking/tracking-result.ts'
import { WhyDueDate } from '../../domain/due-dates/why-due-date.tsx'
import { dueWords } from '../../domain/items/due-words.tsx'
import { Whereabouts } from '../../domain/items/whereabouts.tsx'
import { useToday } from '../../domain/organisation/config.ts'
import { CustodyChain } from '../../domain/protocols/custody-chain.tsx'
import { isChain } from '../../domain/protocols/custody-tree.ts'
import { activityLook } from '../../domain/protocols/display-looks.ts'
import { closedReturnPaths, dueReturnPathOf, PathStopNote } from '../../domain/protocols/return-path.tsx'
import { formatDate, formatDateAtTime } from '../../lib/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import type { ReturnPath } from '../../ui/path/path-facts.ts'
import { PathLarge } from '../../ui/path/path-large.tsx'
import { type StepState, Timeline, TimelineStep } from '../../ui/timeline.tsx'
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

const states: Record<StepStatus, StepState> = { completed: 'done', current: 'current', pending: 'to-come' }

interface TrackingStepsProps {
  label: string
  steps: readonly Step[]
  /** Also shows each step's description. */
  isComplete?: boolean
}

/** Looks at what happened to a hop without the department's name, which may hold a keyword: 'Novos Projetos'. */
export const lookOfStep = (action: string | null | undefined) =>
  activityLook(
    action?.replace(/^(Encaminhad|Encaminhament|Recebid|Devolvid)o (?:para|em|a) .*?( cancelado)?$/, '$1o$2'),
  )

export function TrackingSteps({ label, steps, isComplete = false }: TrackingStepsProps) {
  const today = useToday()
  if (steps.length === 0) return <p>Nenhuma etapa registrada</p>
  return (
    <Timeline label={label}>
      {steps.map((step, index) => (
        <TimelineStep
          key={step.id ?? index}
          state={states[step.status] ?? 'done'}
          // Future steps have no colour, unless they are overdue.
          {...(step.status !== 'pending' ? lookOfStep(step.action) : isOverdue(step, today) && { tone: 'danger' })}
          title={step.action || 'Etapa'}
          meta={<Meta step={step} today={today} />}
        >
          {isComplete && step.description !== step.action && step.description}
        </TimelineStep>
      ))}
    </Timeline>
  )
}

/** User and time; for a future step, who must act and how near the date is. */
function Meta({ step: { user, department, date, status }, today }: { step: Step; today: CivilDate }) {
  const who = [user, department].filter(Boolean).join(' · ')
  if (status === 'pending') {
    return [who, date && isCivilDate(date) ? dueWords(date, today).words : formatDate(date)].filter(Boolean).join(' · ')
  }
  return (
    <>
      {who && <span>{who}</span>}
      {who && date && <span> · </span>}
      {date && <time dateTime={date}>{isCivilDate(date) ? formatDate(date) : formatDateAtTime(date)}</time>}
    </>
  )
}

const isOverdue = ({ date }: Step, today: CivilDate) => Boolean(date && isCivilDate(date) && date < today)

type Followed = Pick<TrackingResult, 'currentStatus' | 'timeline'>

/** The return path of an item that is not pending any more; else null. */
export function closedReturnPathOf({ currentStatus, timeline }: Followed): ReturnPath | null {
  const kind = displayKindOf(currentStatus)
  // Nobody confirms an item whose protocol was cancelled after it had come back.
  if (kind === 'returned' && timeline.every(({ status }) => status === stepStatus.completed)) {
    return closedReturnPaths.completed
  }
  return kind === 'cancelled' || kind === 'completed' || kind === 'returned' ? closedReturnPaths[kind] : null
}
