import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './notifications.module.css'

interface NotificationSheetProps {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** The notifications on a phone. It may be open on the first render. */
export default function NotificationSheet({ isOpen, onClose, children }: NotificationSheetProps) {
  // Mantine records the element to return the focus to when the sheet opens, but not if it mounts open.
  const isReady = useMounted()
  return (
    <Drawer.Root
      opened={isReady && isOpen}
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
