import { Drawer, type DrawerRootProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { keepFocus } from './keep-focus.ts'

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
