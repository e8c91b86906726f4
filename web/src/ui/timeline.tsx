import { VisuallyHidden } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from './status-badge.tsx'
import classes from './timeline.module.css'

export type StepState = 'done' | 'current' | 'to-come'

const stateWords: Record<StepState, string> = { done: 'Concluído', current: 'Etapa atual', 'to-come': 'Ainda por vir' }

/** A vertical path: past steps are filled, the current one is a ring, future ones are hollow behind a dashed line. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={classes.timeline} aria-label={label}>
      {children}
    </ol>
  )
}

interface TimelineFoldProps {
  summary: string
  rows: readonly { id: number; text: ReactNode }[]
}

/** What a step consists of, folded until the user opens it. */
export function TimelineFold({ summary, rows }: TimelineFoldProps) {
  return (
    <details className={classes.fold}>
      <summary>{summary}</summary>
      <ul>
        {rows.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </details>
  )
}

interface TimelineStepProps {
  state?: StepState
  title: ReactNode
  /** Who and when. */
  meta?: ReactNode
  icon?: TablerIcon
  /** Colour of the mark; defaults to the path's. */
  tone?: Tone
  /** Beside the words, e.g. a menu. */
  aside?: ReactNode
  children?: ReactNode
}

export function TimelineStep({ state = 'done', title, meta, icon: Icon, tone, aside, children }: TimelineStepProps) {
  return (
    <li
      className={classes.step}
      data-state={state}
      data-tone={state === 'to-come' ? tone : undefined}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <span className={classes.mark} data-icon={Boolean(Icon)} data-tone={tone} aria-hidden>
        {Icon && <Icon size={14} stroke={2} />}
      </span>
      <div className="shrink">
        <div className={classes.title}>
          {state !== 'done' && <VisuallyHidden>{stateWords[state]}: </VisuallyHidden>}
          {title}
        </div>
        {meta && <div className={classes.meta}>{meta}</div>}
        {children && <div className="small anywhere mt-4">{children}</div>}
      </div>
      {aside && <div className={classes.aside}>{aside}</div>}
    </li>
  )
}
