import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, type TablerIcon } from '@tabler/icons-react'
import {
  type ButtonHTMLAttributes,
  createContext,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  use,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { type FloatingButton, floatingButton } from './floating-button.ts'
import rowAction from './table/table.module.css'

const margin = { padding: 10 }
const MenuButton = createContext<RefObject<HTMLButtonElement | null> | null>(null)

/** What makes a button open a menu. */
type Opens = FloatingButton &
  Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'id' | 'aria-controls'> & { ref: RefObject<HTMLButtonElement | null> }

interface ActionMenuProps {
  /** The button, with the props that it is given. */
  target: (opens: Opens) => ReactElement
  width?: number
  children: ReactNode
}

/**
 * Opens above or below its button, depending on the space available (contract 2.5.7). The menu is made when it is first
 * opened: ten rows would otherwise make ten before the list is shown.
 */
export function ActionMenu({ target, width = 192, children }: ActionMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isMade, setMade] = useState(false)
  const [isOpen, setOpen] = useState(false)
  // Not at once: a menu that begins open does not know where the focus was, and cannot return it.
  useEffect(() => setOpen(isMade), [isMade])
  return (
    <>
      {target({
        ref: button,
        id,
        ...floatingButton('menu', isOpen, isMade ? setOpen : setMade),
        'aria-controls': isOpen ? `${id}-dropdown` : undefined,
      })}
      {isMade && (
        <Menu id={id} opened={isOpen} onChange={setOpen} width={width} middlewares={{ flip: margin, shift: margin }}>
          <Menu.Target>
            <Place of={button} />
          </Menu.Target>
          <Menu.Dropdown className={rowAction.entries}>
            <MenuButton value={button}>{children}</MenuButton>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

/** Tells a menu where it opens: at an element that was there before it. */
function Place({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of])
  return null
}

interface RowMenuProps {
  /** Accessible name of the button, which identifies the row. */
  label: string
  width?: number
  children: ReactNode
}

/** The menu with a row's actions. */
export const RowMenu = ({ label, ...menu }: RowMenuProps) => (
  <ActionMenu
    {...menu}
    target={(opens) => (
      <ActionIcon {...opens} className={rowAction.action} variant="subtle" color="gray" size={32} aria-label={label}>
        <IconDotsVertical size={18} aria-hidden />
      </ActionIcon>
    )}
  />
)

interface ActionMenuItemProps {
  icon: TablerIcon
  isDangerous?: boolean
  onPress: () => void
  /** Shown beside the label. */
  shortcut?: string
  /** Why it cannot be done now; shown below the label. */
  refusal?: string | undefined
  children: string
}

export function ActionMenuItem({ icon: Icon, isDangerous = false, onPress, ...rest }: ActionMenuItemProps) {
  const { shortcut, refusal, children } = rest
  const button = use(MenuButton)
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={shortcut && <kbd className="soft caption">{shortcut}</kbd>}
      {...(isDangerous ? { color: 'red' } : {})}
      {...(refusal && {
        ...{ 'aria-disabled': true, 'aria-label': children, 'aria-description': refusal },
        closeMenuOnClick: false,
      })}
      onClick={() => {
        if (refusal) return
        // The entry unmounts when pressed. Focusing the button first lets a dialog return the focus to it.
        button?.current?.focus()
        onPress()
      }}
    >
      {refusal ? <div className="soft">{children}</div> : children}
      {refusal && <div className="soft caption normal tight">{refusal}</div>}
    </Menu.Item>
  )
}
