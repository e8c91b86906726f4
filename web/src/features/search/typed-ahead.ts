interface TypedAhead {
  text: string
  isEntered: boolean
}

const nothing: TypedAhead = { text: '', isEntered: false }
let typed = nothing
let stop: (() => void) | null = null

/**
 * Captures what is typed after Ctrl+K while the dialog is still loading. Otherwise the first letters would be lost or
 * typed into the page.
 */
export const typedAhead = {
  /** @param onEscape called when the user cancels with Esc */
  listen(onEscape: () => void) {
    stop?.()
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const next = after(typed, event.key)
      if (!next && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (next) typed = next
      else {
        typedAhead.take()
        onEscape()
      }
    }
    document.addEventListener('keydown', press, true)
    stop = () => document.removeEventListener('keydown', press, true)
  },

  /** Stops listening and returns the captured text. */
  take(): TypedAhead {
    stop?.()
    stop = null
    const taken = typed
    typed = nothing
    return taken
  },
}

/** null for a key that is not captured. */
function after({ text, isEntered }: TypedAhead, key: string): TypedAhead | null {
  if (key === 'Enter') return { text, isEntered: true }
  if (key === 'Backspace') return { text: text.slice(0, -1), isEntered: false }
  return key.length === 1 ? { text: text + key, isEntered } : null
}
