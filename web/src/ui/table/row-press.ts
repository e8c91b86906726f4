import type { MouseEvent } from 'react'

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
