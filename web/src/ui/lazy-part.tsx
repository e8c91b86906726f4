import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { missingPart } from '../lib/missing-part.ts'

interface Source<Props> {
  /** The last attempt to load the part. */
  newest: ComponentType<Props>
}

/**
 * `lazy` for a part of a page: when it cannot be loaded, the page around it, what is inside of it and what was typed there
 * stay. It is asked for again when it is next shown: mounted anew, or opened (`isOpen`). Chromium remembers the failure
 * until the page is loaded anew; the next attempt then says so again instead of doing nothing.
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
  /** Of a dialog: nobody else would close what is not there. */
  onClose?: () => void
  /** Of a part around others. */
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
