import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { missingPart } from '../lib/missing-part.ts'

interface Source<Props> {
  /** The component of the latest attempt to load. */
  newest: ComponentType<Props>
}

/**
 * `lazy` for a part of a page. If loading fails, the rest of the page, the children and all input stay. It retries when
 * the part is next shown: mounted again, or opened (`isOpen`). Chromium caches a failed import until the page is
 * reloaded, so a retry there fails again and shows the notice again.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const attempt = (): ComponentType<Props> =>
    lazy<ComponentType<Props>>(() =>
      load().catch((error: unknown) => {
        console.error(error)
        const renew = () => {
          source.newest = attempt()
        }
        return { default: (props: Props) => createElement(MissingPart, { ...props, renew }) }
      }),
    )
  const source: Source<Props> = { newest: attempt() }
  return (props: Props) => createElement(ShownPart<Props>, { source, props })
}

function ShownPart<Props extends object>({ source, props }: { source: Source<Props>; props: Props }) {
  const isOpen = 'isOpen' in props && props.isOpen === true
  const [shown, setShown] = useState({ Part: source.newest, isOpen })
  if (isOpen !== shown.isOpen) setShown({ Part: isOpen ? source.newest : shown.Part, isOpen })
  return createElement(shown.Part, props)
}

interface MissingPartProps {
  renew: () => void
  /** For dialogs: closes the dialog, because the missing component cannot. */
  onClose?: () => void
  /** For components that wrap others. */
  children?: ReactNode
}

function MissingPart({ renew, onClose, children }: MissingPartProps) {
  const tell = useEffectEvent(() => {
    missingPart.tell()
    renew()
    onClose?.()
  })
  useEffect(tell, [])
  return children
}
