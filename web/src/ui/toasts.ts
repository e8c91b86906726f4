import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { ToastIcon } from './toast-icon.tsx'

const readableFor = 5000

/** Says that something worked; goes away by itself. */
export function notifySuccess(text: string) {
  show(text, 'success', readableFor)
}

/** Says that something failed; stays until it is dismissed. */
export function notifyError(text: string) {
  show(text, 'danger', false)
}

/** Says that something is under way. */
export function notifyInfo(text: string) {
  show(text, 'progress', readableFor)
}

function show(text: string, tone: 'success' | 'danger' | 'progress', autoClose: number | false) {
  notifications.show({
    message: text,
    autoClose,
    role: tone === 'danger' ? 'alert' : 'status',
    icon: createElement(ToastIcon, { tone }),
    'data-tone': tone,
    closeButtonProps: { 'aria-label': 'Fechar aviso' },
  })
}
