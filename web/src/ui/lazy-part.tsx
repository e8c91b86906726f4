import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { missingPart } from '../lib/missing-part.ts'

interface Source<Props> {
  /** undefined until it is loaded. */
  loaded: ComponentType<Props> | undefined
  /** One request at a time; rejects when it fails, and tries again when it is next called. */
  load: () => Promise<ComponentType<Props>>
}

/** A component whose code is loaded when it is first shown. */
export interface LazyPart<Props> extends FunctionComponent<Props> {
  /** Loads the code before the part is shown, which is then drawn at once. Rejects when it cannot be loaded. */
  preload: () => Promise<unknown>
}

/**
 * Loads a part of a page when it is first shown. Unlike `lazy`, it needs no `Suspense`, which would show the loaded part
 * only 300 ms after its fallback. If loading fails, the rest of the page, the children and all input stay. It retries
 * when the part is next shown: mounted again, or opened (`isOpen`). Chromium caches a failed import until the page is
 * reloaded, so a retry there fails again and shows the notice again.
 *
 * @param waiting shown until it is loaded
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): LazyPart<Props> {
  let attempt: Promise<ComponentType<Props>> | undefined
  const source: Source<Props> = {
    loaded: undefined,
    load() {
      attempt ??= load().then(
        (file) => {
          source.loaded = file.default
          return file.default
        },
        (error: unknown) => {
          attempt = undefined
          console.error(error)
          throw error
        },
      )
      return attempt
    },
  }
  const Part = (props: Props) => createElement(ShownPart<Props>, { source, props, waiting })
  return Object.assign(Part, { preload: source.load })
}

interface ShownPartProps<Props> {
  source: Source<Props>
  props: Props
  waiting: ReactNode
}

function ShownPart<Props extends object>({ source, props, waiting }: ShownPartProps<Props>) {
  const isOpen = 'isOpen' in props && props.isOpen === true
  const [shown, setShown] = useState<{ Part: ComponentType<Props> | undefined; isOpen: boolean }>({
    Part: source.loaded,
    isOpen,
  })
  if (isOpen !== shown.isOpen) setShown({ Part: isOpen ? source.loaded : shown.Part, isOpen })
  const isWaiting = shown.Part === undefined
  useEffect(() => {
    if (!isWaiting) return
    let isHere = true
    const show = (Part: ComponentType<Props>) => {
      if (isHere) startTransition(() => setShown((now) => ({ ...now, Part })))
    }
    source.load().then(show, () => show(MissingPart))
    return () => {
      isHere = false
    }
  }, [source, isWaiting])
  return shown.Part ? createElement(shown.Part, props) : waiting
}

interface MissingPartProps {
  /** For dialogs: closes the dialog, because the missing component cannot. */
  onClose?: () => void
  /** For components that wrap others. */
  children?: ReactNode
}

function MissingPart({ onClose, children }: MissingPartProps) {
  const tell = useEffectEvent(() => {
    missingPart.tell()
    onClose?.()
  })
  useEffect(tell, [])
  return children
}
