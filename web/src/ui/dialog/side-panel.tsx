import { CloseButton, Drawer, type DrawerRootProps } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
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
  /** There is room beside the page's content, which stays in use. */
  isBeside?: boolean
  /** Takes the focus when a panel beside the content closes. */
  returnTo?: () => HTMLElement | null
  children: ReactNode
}

/** A drawer from the right; full screen on phones; in a wide window a part of the page, without a veil. */
export function SidePanel(props: SidePanelProps) {
  const { isOpen, title, onClose, footer, isCovered = false, isBeside, children } = props
  const isPhone = useIsPhone()
  if (isBeside) return isOpen && <PanelBeside {...props} />
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

/** What is open above the panel, and handles Esc. */
const above = '[aria-modal="true"], [role="menu"], [role="listbox"]'

/** Takes the focus when it opens, but does not hold it; Esc closes it from wherever the focus is. */
function PanelBeside({ title, onClose, footer, isCovered = false, returnTo, children }: SidePanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const back = useEffectEvent(() => {
    if (document.activeElement === document.body) returnTo?.()?.focus({ preventScroll: true })
  })
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    return () => back()
  }, [])
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isCovered && !document.querySelector(above)) onClose()
  })
  useEffect(() => {
    // Before what Esc closes has gone.
    document.addEventListener('keydown', close, { capture: true })
    return () => document.removeEventListener('keydown', close, { capture: true })
  }, [])
  return (
    <div ref={panel} role="dialog" aria-label={title} tabIndex={-1} className={classes.beside}>
      <div className="row between gap-8">
        <h2 className="heading">{title}</h2>
        <CloseButton aria-label="Fechar" onClick={onClose} />
      </div>
      {/* First, because the end of a long panel is below the window. */}
      {footer && <div className="flex wrap gap-8">{footer}</div>}
      <div>{children}</div>
    </div>
  )
}
