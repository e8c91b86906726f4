import { contentId } from '../lib/content.ts'

/** What floats above the page: menus, dialogs, lists of choices. */
const floating = '[data-portal]'

const canHover = '(hover: hover)'

/** What moves with a part of the page: its own content, or also what lies below it, as below a list that grows. */
export type Reach = 'inside' | 'below'

/** Whether somebody points at what moves with this part, works in it by keyboard, or has a menu open. */
export function isInUse(part: Element | null, reach: Reach): boolean {
  return (
    part !== null && [focused(), pointedAt()].some((element) => element !== null && movesWith(part, element, reach))
  )
}

function movesWith(part: Element, element: Element, reach: Reach): boolean {
  if (element.closest(floating)) return true
  if (!document.getElementById(contentId)?.contains(element)) return false
  if (part.contains(element)) return true
  return reach === 'below' && (part.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

const focused = () => document.activeElement

/** A finger leaves its last place behind, which is no pointer. */
const pointedAt = () =>
  matchMedia(canHover).matches ? (Array.from(document.querySelectorAll(':hover')).at(-1) ?? null) : null
