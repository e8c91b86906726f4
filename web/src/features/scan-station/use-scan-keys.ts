import { endsInQuery, isRestOfAddress, readScannedText, type ScannedText } from '@malote/core/scans/scanned-text.ts'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { contentId } from '../../lib/content.ts'
import { isTyping } from '../../lib/is-typing.ts'

interface ScanKeys {
  field: RefObject<HTMLInputElement | null>
  text: string
  onText: (text: string) => void
}

/**
 * Reads a scanner wherever the focus is, except in another field, and gives the focus to this one where nothing else asks
 * for it.
 *
 * @param onScan a code, or what was ended and is none
 */
export function useScanKeys(onScan: (scan: NonNullable<Read['scan']>) => void): ScanKeys {
  const field = useRef<HTMLInputElement>(null)
  const reader = useRef(emptyReader)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState('')

  const give = (input: Keyboard): boolean => {
    const read = readKeyboard(reader.current, input, performance.now())
    reader.current = read.reader
    // At once: what is typed next must not stand behind a code that has ended.
    if (input.kind === 'silence') flushSync(() => setText(read.reader.text))
    else setText(read.reader.text)
    clearTimeout(timer.current)
    if (input.kind === 'text') timer.current = setTimeout(() => give({ kind: 'silence' }), silence)
    if (read.scan) onScan(read.scan)
    // The next code replaces a wrong one.
    if (read.scan?.code === null) field.current?.select()
    return read.isTaken
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isInField = event.target === field.current
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (!isInField && isText(event.target)) return
    if (event.key === 'Enter' || event.key === 'Tab') {
      if (!event.shiftKey && give({ kind: 'end', key: event.key, isInField })) stop(event)
      return
    }
    if (isInField || event.key.length !== 1 || (event.key === ' ' && reader.current.text === '')) return
    stop(event)
    give({ kind: 'text', text: reader.current.text + event.key })
  })

  const keepFocus = useEffectEvent((isPressed: boolean) => {
    const { activeElement: active } = document
    const isFree = active === document.body || active?.id === contentId || (isPressed && !isText(active))
    if (isFree && !document.querySelector(layers)) field.current?.focus({ preventScroll: true })
  })

  useEffect(() => {
    const soon = (isPressed: boolean) => requestAnimationFrame(() => keepFocus(isPressed))
    const later = () => soon(false)
    // A button that was pressed with a pointer gives the focus back; one that was pressed with a key keeps it.
    const afterPress = ({ detail }: MouseEvent) => soon(detail > 0)
    later()
    document.addEventListener('keydown', onKey, { capture: true })
    document.addEventListener('focusout', later)
    document.addEventListener('click', afterPress)
    addEventListener('focus', later)
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener('keydown', onKey, { capture: true })
      document.removeEventListener('focusout', later)
      document.removeEventListener('click', afterPress)
      removeEventListener('focus', later)
    }
  }, [])

  return { field, text, onText: (typed) => give({ kind: 'text', text: typed }) }
}

/** What is open above the page has the focus. */
const layers = '[aria-modal="true"], [role="menu"], [role="listbox"]'

/** Whether keys are typed into it; a radio button is an input, too. */
const isText = (target: EventTarget | null) =>
  isTyping(target) && !(target instanceof HTMLInputElement && ['radio', 'checkbox'].includes(target.type))

function stop(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** Milliseconds without a key after which a complete code ends although the scanner sends nothing behind it. */
export const silence = 80

/** Milliseconds after a code within which a further Enter or Tab still belongs to it. */
const afterglow = 400

/** What stands in the field, and when the last code ended. */
interface Reader {
  text: string
  /** Milliseconds of any clock. */
  endedAt: number
  /** The text was ended, is no code, and has not changed since. */
  isRefused: boolean
}

export const emptyReader: Reader = { text: '', endedAt: Number.NEGATIVE_INFINITY, isRefused: false }

/** What happens at the keyboard: the field's text changed, a key may end it, or nothing came for {@link silence}. */
export type Keyboard =
  | { kind: 'text'; text: string }
  | { kind: 'end'; key: 'Enter' | 'Tab'; isInField: boolean }
  | { kind: 'silence' }

interface Read {
  reader: Reader
  /** A code, or what was ended and is none. */
  scan?: ScannedText | { code: null; text: string }
  /** True when the key was the scanner's and must do nothing else: no button is pressed, no focus moves. */
  isTaken: boolean
}

/**
 * Reads a scanner, which is a keyboard that somebody has set up: a code ends with Enter, Tab, both, Enter twice, or with
 * nothing but silence. People who type end with Enter.
 *
 * @param at milliseconds of the same clock as {@link Reader.endedAt}
 */
export function readKeyboard(reader: Reader, input: Keyboard, at: number): Read {
  if (input.kind === 'text') return { reader: { ...reader, text: input.text, isRefused: false }, isTaken: false }
  const isSilence = input.kind === 'silence'
  const isLate = at - reader.endedAt > afterglow
  const text = reader.text.trim()
  const ended = (scan?: Read['scan']): Read => ({
    reader: { text: '', endedAt: at, isRefused: false },
    ...(scan && { scan }),
    isTaken: !isSilence,
  })
  // With nothing new in the field Tab goes on and Enter presses the button that has the focus, as everywhere, unless it is
  // a second end of the same code.
  if (text === '' || reader.isRefused)
    return { reader, isTaken: !isSilence && (!isLate || (input.isInField && input.key === 'Enter')) }
  // A pause in the middle of an address: what follows the code is still to come, or comes alone.
  if (isSilence && endsInQuery(text)) return { reader, isTaken: false }
  if (isRestOfAddress(text, !isSilence)) return ended()
  const scan = readScannedText(text, !isSilence)
  if (scan) return ended(scan)
  if (isSilence) return { reader, isTaken: false }
  // A wrong code stays in the field, where it can be corrected; the next one replaces it.
  return { reader: { text, endedAt: at, isRefused: true }, scan: { code: null, text }, isTaken: true }
}
