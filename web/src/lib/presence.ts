/** How long without any input until the user counts as away, in milliseconds. */
const awayAfter = 5 * 60_000

let usedAt = Date.now()
const note = () => {
  usedAt = Date.now()
}

// At build time `window` is missing.
for (const type of ['pointerdown', 'pointermove', 'wheel', 'keydown']) {
  globalThis.window?.addEventListener(type, note, { passive: true, capture: true })
}

/** Whether nobody is using this page: its requests are then made by itself and must not keep the session open. */
export const isAway = () => Date.now() - usedAt > awayAfter
