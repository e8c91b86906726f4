import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useHint } from '../use-hint.ts'
import classes from './table.module.css'

type RowActionProps = RowActionBase &
  (
    | {
        /** Tooltip with the action. */
        hint: string
        icon: TablerIcon
        words?: never
      }
    | {
        /** Shown in place of an icon: how the label begins. */
        words: string
        hint?: never
        icon?: never
      }
  )

interface RowActionBase {
  /** Accessible name with action and object: 'Excluir Jurídico'. */
  label: string
  /** What the action is about, for screen readers, where the name is only the action. */
  object?: string
  /** Why it cannot be done now; shown on hover and focus, and read by screen readers. */
  refusal?: string | null
  isDangerous?: boolean
  onPress: () => void
}

/** A small button in a row. A refused one stays focusable, so that its reason can be read. */
export function RowAction(props: RowActionProps) {
  const { label, object, hint, words, icon: Icon, refusal, isDangerous = false, onPress } = props
  const button = useRef<HTMLButtonElement>(null)
  const { isShown, show, hide, target } = useHint()
  const shared = {
    ...target,
    ref: button,
    variant: 'subtle',
    'aria-label': label,
    'aria-description': refusal ?? object,
    'data-dangerous': (isDangerous && !refusal) || undefined,
    ...(refusal ? { 'aria-disabled': true, 'data-disabled': true } : {}),
    onClick: () => {
      if (refusal) return show()
      hide()
      onPress()
    },
  }
  return (
    <>
      {words !== undefined ? (
        <Button {...shared} className={classes.named} size="compact-sm">
          {words}
        </Button>
      ) : (
        <ActionIcon {...shared} className={classes.action} color="gray" size={32}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      {isShown !== null && (refusal ?? hint) && (
        <Tooltip target={button} opened={isShown} label={refusal ?? hint} multiline maw={280} />
      )}
    </>
  )
}

interface RowCardProps {
  /** The content that identifies the row. */
  head: ReactNode
  /** The menu button. */
  menu: ReactNode
  /**
   * `RowLine`s; a link or button in them or in the head opens the row, except those in an element with
   * `data-own-press`.
   */
  children: ReactNode
}

/** A table row as a card, for phones. */
export function RowCard({ head, menu, children }: RowCardProps) {
  return (
    <div className={classes.card}>
      {head}
      <div className={classes.menu}>{menu}</div>
      {children}
    </div>
  )
}

/** Facts in one line, below the head of a card. */
export const RowLine = ({ children }: { children: ReactNode }) => (
  <div className="row whole wrap between gap-4-12 anywhere">{children}</div>
)

export interface RowPress {
  /** The middle button, or Ctrl or ⌘: a row that is a link opens in a new tab. */
  isNewTab: boolean
}

/** What a press on a row must leave alone: its own controls, and everything that opens from them. */
const controls = 'a, button, input, label, select, textarea, [role="menuitem"], [role="option"]'

/**
 * Handlers for a row that opens wherever it is pressed. The row itself gets no role and no tab stop: its main link or
 * button does the same for keyboards and screen readers.
 */
export const pressable = (open: (press: RowPress) => void) => {
  const press = (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget, button } = event
    if (event.defaultPrevented || !(target instanceof Element)) return
    // React events also arrive from menus and dialogs that are rendered elsewhere.
    if (!currentTarget.contains(target) || target.closest(controls)) return
    if (isSelecting(currentTarget)) return
    open({ isNewTab: button === 1 || event.ctrlKey || event.metaKey })
  }
  return {
    'data-pressable': true,
    onClick: press,
    onAuxClick: (event: MouseEvent<HTMLElement>) => event.button === 1 && press(event),
  }
}

/** Whether the press has just selected text of the row. */
function isSelecting(row: Element): boolean {
  const selection = window.getSelection()
  return selection?.type === 'Range' && selection.containsNode(row, true)
}

/** What a row does for a press that asks for a new tab. */
export const openInNewTab = (address: string) => window.open(address, '_blank', 'noopener')
