import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './banner.module.css'

type BannerTone = 'danger' | 'success' | 'pending' | 'progress'

const icons: Record<BannerTone, TablerIcon> = {
  danger: IconAlertCircle,
  success: IconCircleCheck,
  pending: IconAlertTriangle,
  progress: IconInfoCircle,
}

interface BannerProps {
  tone: BannerTone
  /** The banner is inside a `Spoken`, which already announces it. */
  isInSpoken?: boolean
  children: ReactNode
}

/** A message about the whole form or page. Errors interrupt a screen reader (`alert`); other tones wait (`status`). */
export function Banner({ tone, isInSpoken = false, children }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div
      className={classes.banner}
      data-tone={tone}
      role={isInSpoken ? undefined : tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon size={18} stroke={1.75} className={classes.icon} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
