import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, type TablerIcon } from '@tabler/icons-react'
import { createContext, type ReactElement, type ReactNode, type RefObject, use, useRef } from 'react'
import classes from './action-menu.module.css'
import rowAction from './row-action.module.css'

const margin = { padding: 10 }
const MenuButton = createContext<RefObject<HTMLButtonElement | null> | null>(null)

interface ActionMenuProps {
  /** The ref of the element in `target`. */
  button: RefObject<HTMLButtonElement | null>
  target: ReactElement
  width?: number
  children: ReactNode
}

/** Opens above or below its button, depending on the space available (contract 2.5.7). */
export function ActionMenu({ button, target, width = 192, children }: ActionMenuProps) {
  return (
    <Menu width={width} middlewares={{ flip: margin, shift: margin }}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.entries}>
        <MenuButton value={button}>{children}</MenuButton>
      </Menu.Dropdown>
    </Menu>
  )
}

interface RowMenuProps {
  /** Accessible name of the button, which identifies the row. */
  label: string
  width?: number
  children: ReactNode
}

/** The menu with a row's actions. */
export function RowMenu({ label, ...menu }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const target = (
    <ActionIcon ref={button} className={rowAction.action} variant="subtle" color="gray" size={32} aria-label={label}>
      <IconDotsVertical size={18} aria-hidden />
    </ActionIcon>
  )
  return <ActionMenu {...menu} button={button} target={target} />
}

interface ActionMenuItemProps {
  icon: TablerIcon
  isDangerous?: boolean
  onPress: () => void
  /** Shown beside the label. */
  shortcut?: string
  children: string
}

export function ActionMenuItem({ icon: Icon, isDangerous = false, onPress, shortcut, children }: ActionMenuItemProps) {
  const button = use(MenuButton)
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={shortcut && <kbd className={classes.shortcut}>{shortcut}</kbd>}
      {...(isDangerous ? { color: 'red' } : {})}
      onClick={() => {
        // The entry unmounts when pressed. Focusing the button first lets a dialog return the focus to it.
        button?.current?.focus()
        onPress()
      }}
    >
      {children}
    </Menu.Item>
  )
}
