import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { contentId } from '../../lib/content.ts'
import { isTyping } from '../../lib/is-typing.ts'
import { emptyReader, type Keyboard, type Read, readKeyboard, silence } from './keyboard-reader.ts'

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
      // Elsewhere, Enter presses a button and Tab moves on, unless a scanner has just typed.
      if (!isInField && reader.current.text === '') return
      if (!event.shiftKey && give({ kind: 'end', key: event.key })) stop(event)
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
