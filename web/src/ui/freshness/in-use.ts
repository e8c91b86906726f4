import { contentId } from '../../lib/content.ts'

/** Portals: menus, dialogs, option lists. */
const floating = '[data-portal]'

const canHover = '(hover: hover)'

/** What moves when the element changes: only its content, or also what is below it, e.g. when a list grows. */
export type Reach = 'inside' | 'below'

/** Whether the pointer or the focus is in something that moves with this element, or in a portal. */
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

/** The hovered element; null on touch devices, where :hover stays at the last tap. */
const pointedAt = () =>
  matchMedia(canHover).matches ? (Array.from(document.querySelectorAll(':hover')).at(-1) ?? null) : null
