import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'

const margin = { padding: 10 }

/** Runs what an entry stands for. */
type Press = (action: () => void) => () => void

interface RowMenuProps {
  /** Whose actions they are, for screen readers. */
  label: string
  width?: number
  children: (press: Press) => ReactNode
}

/** What may be done with a row; opens above or below, wherever there is room (SPEC 2). */
export function RowMenu({ label, width = 192, children }: RowMenuProps) {
  const target = useRef<HTMLButtonElement>(null)
  // The entry goes away with the menu: a dialog that it opens must give the focus back to the button instead.
  const press: Press = (action) => () => {
    target.current?.focus()
    action()
  }
  return (
    <Menu width={width} middlewares={{ flip: margin, shift: margin }}>
      <Menu.Target>
        <ActionIcon ref={target} variant="subtle" color="gray" size={32} aria-label={label}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children(press)}</Menu.Dropdown>
    </Menu>
  )
}

interface RowMenuItemProps {
  icon: TablerIcon
  isDangerous?: boolean
  onClick: () => void
  children: string
}

export function RowMenuItem({ icon: Icon, isDangerous = false, onClick, children }: RowMenuItemProps) {
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      {...(isDangerous ? { color: 'red' } : {})}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  )
}
