import type { BaseSyntheticEvent, RefObject } from 'react'

/** Marks a field that will take the first option as soon as its options have loaded. */
const awaited = '[data-awaited]'

const waiting = new WeakSet<HTMLFormElement>()

/** Sends a form once every field has taken what was typed into it: an optional one would be sent empty. */
export const onceChosen =
  (form: RefObject<HTMLFormElement | null>, send: (event?: BaseSyntheticEvent) => Promise<void>) =>
  async (event?: BaseSyntheticEvent) => {
    const element = form.current
    if (!element?.querySelector(awaited)) return send(event)
    event?.preventDefault()
    if (waiting.has(element)) return
    waiting.add(element)
    await allTaken(element)
    waiting.delete(element)
    // By its last `submit` event the app knows which form to send again when the network is back.
    if (event?.type === 'submit') element.requestSubmit()
    else await send(event)
  }

const allTaken = (form: HTMLFormElement) =>
  new Promise<void>((resolve) => {
    const watch = new MutationObserver(() => {
      if (form.querySelector(awaited)) return
      watch.disconnect()
      resolve()
    })
    watch.observe(form, { subtree: true, childList: true, attributes: true })
  })
