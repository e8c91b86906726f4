import { type ComponentType, lazy, useEffect } from 'react'
import { missingPart } from '../lib/missing-part.ts'

/** `lazy` for a part of a page: when it cannot be loaded, the page around it and what was typed there stay. */
export const lazyPart = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() =>
    load().catch((error: unknown) => {
      console.error(error)
      return { default: MissingPart as ComponentType<Props> }
    }),
  )

function MissingPart() {
  useEffect(missingPart.tell, [])
  return null
}
