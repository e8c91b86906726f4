import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { history } from '../../lib/history.ts'

/**
 * The text of a search box, whose value is in the address. It resets when that changes from outside (Back, a link); what
 * was sent while typing arrives there late, and does not replace the next word.
 *
 * @param send gets the text when the user pauses; null: the list waits for the form to be submitted
 * @param pauseMs how long that pause is, in milliseconds
 */
export function useTyped(value: string, send: ((text: string) => void) | null, pauseMs = 0) {
  const [typed, setTyped] = useState({ value, text: value, sent: [] as readonly string[] })
  if (typed.value !== value) {
    // Searches ignore surrounding blanks, but the user may be about to type the next word.
    const isHere = typed.text.trim() === value
    const isOwn = isHere || typed.sent.includes(value)
    setTyped({ value, text: isOwn ? typed.text : value, sent: isOwn && !isHere ? typed.sent : [] })
  }
  const sendLater = useDebouncedCallback((text: string, page: string) => {
    // Another page may be on its way already.
    if (history.location.pathname !== page) return
    setTyped((now) => ({ ...now, sent: [...now.sent, text] }))
    send?.(text)
  }, pauseMs)
  return {
    text: typed.text,
    type: (text: string) => {
      setTyped((now) => ({ ...now, text }))
      if (send) sendLater(text.trim(), history.location.pathname)
    },
    /** Shows a text that is sent at once. */
    settle: (text: string) => {
      sendLater.cancel()
      setTyped((now) => ({ ...now, text, sent: text === now.value ? now.sent : [...now.sent, text] }))
    },
  }
}
