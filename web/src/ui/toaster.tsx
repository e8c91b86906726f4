import { ActionIcon, Anchor, Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { isTyping } from '../lib/is-typing.ts'
import { ErrorCode } from './states.tsx'
import classes from './toaster.module.css'
import { dismissToast, type ToastMessage, type ToastTone, toastStore } from './toasts.ts'

/**
 * Shows the toasts where they cover nothing that can be pressed: bottom right if possible. On phones below the top bar,
 * where an error, which stays, pushes the page down instead of covering its buttons.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get)
  const toaster = useRef<HTMLElement>(null)
  const place = useFreePlace(toaster, toasts.length)
  const failures = toasts.filter(({ tone }) => tone === 'danger')
  const others = toasts.filter(({ tone }) => tone !== 'danger')
  return (
    <section ref={toaster} className={classes.toaster} data-place={place} aria-label="Avisos">
      <div className={classes.lasting}>
        {failures.map((toast) => (
          <Toast key={toast.id} toast={toast} />
        ))}
      </div>
      {/* A live region announces only changes, so it is always rendered; errors have role `alert`. */}
      <div className={classes.passing} aria-live="polite">
        {others.map((toast) => (
          <Toast key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  )
}

/** In milliseconds; longer where something may be pressed. */
const readableFor = 5000
const pressableFor = 8000

function Toast({ toast: { id, text, tone, link, action, code } }: { toast: ToastMessage }) {
  const [isHeld, setHeld] = useState(false)
  const isLasting = tone === 'danger'

  // A toast stays while the pointer or the focus is on it.
  useEffect(() => {
    if (isLasting || isHeld) return
    const timer = setTimeout(() => dismissToast(id), action ? pressableFor : readableFor)
    return () => clearTimeout(timer)
  }, [id, action, isLasting, isHeld])

  const act = () => {
    dismissToast(id)
    action?.run()
  }
  const key = action?.key
  const press = useEffectEvent((event: KeyboardEvent) => {
    const newest = toastStore.get().findLast((toast) => toast.action?.key === key)
    if (event.defaultPrevented || newest?.id !== id) return
    if (event.key !== key || !(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!key) return
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [key])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects hover and focus
    <div
      className={classes.toast}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.icon}>
        <ToastIcon tone={tone} />
      </span>
      <div className={classes.words}>
        <p role={isLasting ? 'alert' : 'status'}>
          {text}{' '}
          {link && (
            <Anchor href={link.path} target="_blank" inherit>
              {link.label}
            </Anchor>
          )}
        </p>
        {key && <span className="unseen">Ctrl+Z desfaz.</span>}
        {code && <ErrorCode code={code} />}
      </div>
      {action && (
        <Button variant="default" size="compact-sm" title={key && 'Ctrl+Z'} onClick={act}>
          {action.label}
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label="Fechar aviso" onClick={() => dismissToast(id)}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

const icons = { success: IconCircleCheck, danger: IconAlertCircle }

function ToastIcon({ tone }: { tone: ToastTone }) {
  const Icon = icons[tone]
  return <Icon size={20} stroke={1.75} aria-hidden />
}

/** Pause after a change of the page before the toasts move, in milliseconds. */
const settles = 200

/** Keeps the toasts away from what can be pressed, also when the page below them changes. */
function useFreePlace(toaster: RefObject<HTMLElement | null>, count: number): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>('end')
  useLayoutEffect(() => {
    const element = toaster.current
    if (count === 0 || !element) return
    const look = () => {
      // Nothing moves away from the pointer or the focus.
      if (!element.matches(':hover, :focus-within')) setPlace(freePlace(element))
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, settles)
    }
    look()
    const watcher = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !element.contains(target))) lookSoon()
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    addEventListener('resize', lookSoon)
    addEventListener('scroll', lookSoon, { passive: true })
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
      removeEventListener('resize', lookSoon)
      removeEventListener('scroll', lookSoon)
    }
  }, [toaster, count])
  return place
}

/** Where the toasts are: at the bottom, or in the middle below the top bar. */
type ToastPlace = 'end' | 'center' | 'start' | 'top'

/** In the order of preference. */
const places: readonly ToastPlace[] = ['end', 'center', 'start', 'top']

const pressable = 'a[href], button, input, select, textarea, [role="button"], [role="switch"]'

/**
 * The first place where toasts cover nothing that can be pressed, else the one where they cover the least. While a
 * dialog is open, only its own buttons count, because the page behind it cannot be pressed.
 *
 * @param toaster is moved to each place to be measured, all before the next frame
 */
function freePlace(toaster: HTMLElement): ToastPlace {
  const dialogs = document.querySelectorAll<HTMLElement>('[aria-modal="true"]')
  const page = [...dialogs].at(-1) ?? document.body
  const targets = [...page.querySelectorAll(pressable)]
    .filter((target) => !toaster.contains(target))
    .map((target) => target.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
  const before = toaster.dataset.place
  const covered = places.map((place) => {
    toaster.dataset.place = place
    const own = toaster.getBoundingClientRect()
    return { place, count: targets.filter((target) => overlap(own, target)).length }
  })
  toaster.dataset.place = before
  const least = Math.min(...covered.map(({ count }) => count))
  return covered.find(({ count }) => count === least)?.place ?? 'end'
}

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
