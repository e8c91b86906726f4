import type { ReactNode } from 'react'
import { useIsPhone } from '../use-media.ts'
import classes from './side-panel.module.css'
import { TitledDrawer } from './titled-drawer.tsx'

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
      classNames={{ content: classes.panel, body: classes.body }}
    >
      <div className={classes.content}>{children}</div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </TitledDrawer>
  )
}
