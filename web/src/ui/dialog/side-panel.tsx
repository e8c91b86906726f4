import { Drawer, type DrawerRootProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsPhone } from '../use-media.ts'
import classes from './dialog.module.css'
import { keepFocus } from './keep-focus.ts'

interface SidePanelProps {
  isOpen: boolean
  title: string
  onClose: () => void
  /** Actions that stay at the bottom while the content scrolls. */
  footer?: ReactNode
  /** A dialog is open above the panel and handles Esc. */
  isCovered?: boolean
  children: ReactNode
}

/** A drawer from the right; full screen on phones. */
export function SidePanel({ isOpen, title, onClose, footer, isCovered = false, children }: SidePanelProps) {
  const isPhone = useIsPhone()
  return (
    <TitledDrawer
      name={title}
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={!isCovered}
      position="right"
      size={isPhone ? '100%' : 440}
      classNames={{ content: 'column', body: classes.body }}
    >
      <div className={classes.content}>{children}</div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </TitledDrawer>
  )
}

interface TitledDrawerProps extends Omit<DrawerRootProps, 'title'> {
  /** Its accessible name. */
  name: string
  /** What is shown as its title, if not its name. */
  title?: ReactNode
}

/** A drawer with a title and a close button. */
export const TitledDrawer = ({ name, title = name, children, ...drawer }: TitledDrawerProps) => (
  <Drawer.Root {...drawer}>
    <Drawer.Overlay />
    {/* Mantine names it by its title too, but only once both are drawn, and by then it may have the focus. */}
    <Drawer.Content aria-label={name} ref={keepFocus}>
      <Drawer.Header>
        <Drawer.Title>{title}</Drawer.Title>
        <Drawer.CloseButton />
      </Drawer.Header>
      <Drawer.Body>{children}</Drawer.Body>
    </Drawer.Content>
  </Drawer.Root>
)
