import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ToastTone } from './toasts.ts'

const icons = { success: IconCircleCheck, danger: IconAlertCircle }

export function ToastIcon({ tone }: { tone: ToastTone }) {
  const Icon = icons[tone]
  return <Icon size={20} stroke={1.75} aria-hidden />
}
