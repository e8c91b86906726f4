import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOpened } from '../../ui/use-opened.ts'
import classes from './notifications.module.css'

interface NotificationSheetProps {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** The notifications on a phone. It may be open on the first render. */
export default function NotificationSheet({ isOpen, onClose, children }: NotificationSheetProps) {
  return (
    <Drawer.Root
      opened={useOpened(isOpen)}
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ content: classes.sheet, body: classes.sheetBody }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Notificações">
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
