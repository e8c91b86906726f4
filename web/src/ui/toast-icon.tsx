import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'

const icons = { success: IconCircleCheck, danger: IconAlertCircle, progress: IconInfoCircle }

export function ToastIcon({ tone }: { tone: keyof typeof icons }) {
  const Icon = icons[tone]
  return <Icon size={20} stroke={1.75} aria-hidden />
}
