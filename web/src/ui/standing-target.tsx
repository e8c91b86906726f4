import { assignRef } from '@mantine/hooks'
import { type Ref, useLayoutEffect } from 'react'

/**
 * Makes an element that is already there the target of a menu or popover that is loaded later; whatever else the library
 * gives its target, the button says for itself.
 */
export function StandingTarget({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => assignRef(ref, element), [ref, element])
  return null
}
