interface TypedAhead {
  text: string
  isEntered: boolean
}

const nothing: TypedAhead = { text: '', isEntered: false }
let typed = nothing
let stop: (() => void) | null = null

/**
 * What is typed after Ctrl+K before the field is there to take it: the dialog loads when it is first opened, and nobody
 * waits for that. Without it the first letters would be lost, or land in the page below.
 */
export const typedAhead = {
  /** @param onEscape somebody does not want to search after all */
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

  /** Ends listening; whoever takes it types it. */
  take(): TypedAhead {
    stop?.()
    stop = null
    const taken = typed
    typed = nothing
    return taken
  },
}

/** null: a key that is none of ours. */
function after({ text, isEntered }: TypedAhead, key: string): TypedAhead | null {
  if (key === 'Enter') return { text, isEntered: true }
  if (key === 'Backspace') return { text: text.slice(0, -1), isEntered: false }
  return key.length === 1 ? { text: text + key, isEntered } : null
}
