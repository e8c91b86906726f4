import {
  IconArrowBackUp,
  IconArrowRight,
  IconCheck,
  IconClock,
  IconPoint,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ui.module.css'

export type Tone = 'pending' | 'progress' | 'success' | 'danger' | 'returned' | 'neutral'

const icons: Record<Tone, TablerIcon> = {
  pending: IconClock,
  progress: IconArrowRight,
  success: IconCheck,
  danger: IconX,
  returned: IconArrowBackUp,
  neutral: IconPoint,
}

interface StatusBadgeProps {
  tone: Tone
  /** The text; a status is never shown by colour alone. */
  children: ReactNode
  icon?: TablerIcon
  /** Tells a status from another one of the same colour: an outline for a ground, and lighter letters. */
  isOutlined?: boolean
}

/** Shows a status by colour, icon and text (contract 14.3). */
export function StatusBadge({ tone, children, icon: Icon = icons[tone], isOutlined }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} data-outlined={isOutlined}>
      <Icon size={14} stroke={2} aria-hidden />
      {children}
    </span>
  )
}

/** Several badges below each other, in a column of a table. */
export const BadgeStack = ({ children }: { children: ReactNode }) => <span className={classes.stack}>{children}</span>

/** For records that can be deactivated: users, suppliers. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <StatusBadge tone="success">Ativo</StatusBadge> : <StatusBadge tone="neutral">Inativo</StatusBadge>
}

/** A name with its colour as a dot (category chips); only the name if it has no colour. */
export function DotLabel({ color, children }: { color?: string | null; children: string }) {
  return (
    <span className={classes.label}>
      {color && <span className={classes.dot} style={{ background: color }} aria-hidden />}
      <span className="shrink">{children}</span>
    </span>
  )
}
