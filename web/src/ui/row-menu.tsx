import { Menu } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './row-menu.module.css'
import { StandingTarget } from './standing-target.tsx'
import type { RowMenuState } from './use-row-menu.ts'

const margin = { padding: 10 }

interface RowMenuProps {
  menu: RowMenuState
  width?: number
  children: ReactNode
}

/** What may be done with a row; opens above or below its button, wherever there is room (contract 2.5.7). */
export function RowMenu({ menu: { id, isOpen, button, close }, width = 192, children }: RowMenuProps) {
  // A menu remembers where the focus was when it opens, not when it is born open.
  const isReady = useMounted()
  return (
    <Menu
      id={id}
      width={width}
      opened={isReady && isOpen}
      onClose={close}
      middlewares={{ flip: margin, shift: margin }}
    >
      <Menu.Target>
        <StandingTarget element={button} />
      </Menu.Target>
      <Menu.Dropdown className={classes.entries}>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface RowMenuItemProps {
  /** Its own menu: the entry goes away, so a dialog that it opens must give the focus back to the button instead. */
  menu: RowMenuState
  icon: TablerIcon
  isDangerous?: boolean
  onPress: () => void
  children: string
}

export function RowMenuItem({ menu, icon: Icon, isDangerous = false, onPress, children }: RowMenuItemProps) {
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      {...(isDangerous ? { color: 'red' } : {})}
      onClick={() => {
        menu.button.focus()
        onPress()
      }}
    >
      {children}
    </Menu.Item>
  )
}
