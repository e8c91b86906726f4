import { type CivilDate, isCivilDate } from '@malote/core/shared/civil-date.ts'
import type { TimelineStep as Step, StepStatus } from '@malote/core/tracking/tracking-result.ts'
import { dueWords } from '../../domain/items/due-words.ts'
import { useToday } from '../../domain/organisation/use-today.ts'
import { activityLook } from '../../domain/protocols/activity-look.ts'
import { formatDate, formatDateAtTime } from '../../lib/format.ts'
import { type StepState, Timeline, TimelineStep } from '../../ui/timeline.tsx'

const states: Record<StepStatus, StepState> = { completed: 'done', current: 'current', pending: 'to-come' }

interface TrackingStepsProps {
  label: string
  steps: readonly Step[]
  /** Also shows each step's description. */
  isComplete?: boolean
}

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
          {...(step.status !== 'pending' ? activityLook(step.action) : isOverdue(step, today) && { tone: 'danger' })}
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
      {who}
      {who && date && ' · '}
      {date && <time dateTime={date}>{isCivilDate(date) ? formatDate(date) : formatDateAtTime(date)}</time>}
    </>
  )
}

const isOverdue = ({ date }: Step, today: CivilDate) => Boolean(date && isCivilDate(date) && date < today)
