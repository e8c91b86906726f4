import { useEffect } from 'react'
import { isOverlayOpen, showOverlay } from '../../domain/screens/overlays.ts'
import { isTyping } from '../../lib/is-typing.ts'
import { questionMark } from './shortcut-keys.ts'
import { typedAhead } from './typed-ahead.ts'

/** Ctrl+K (⌘K) works everywhere; `?` only outside text fields and dialogs. */
export function useShortcuts() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.repeat || event.altKey) return
      const hasCommand = event.ctrlKey || event.metaKey
      if (hasCommand && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (document.querySelector('[role="alertdialog"]')) return
        if (!isOverlayOpen()) typedAhead.listen(() => showOverlay(null))
        showOverlay('search')
        return
      }
      const isFree = !hasCommand && !isTyping(event.target) && !document.querySelector('[aria-modal="true"]')
      if (event.key === '?' && isFree && questionMark.isOn()) showOverlay('shortcuts')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
