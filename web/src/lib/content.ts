/** Id of the main element below the top bar, which holds the content of the page. */
export const contentId = 'conteudo'

/** Called when the focused element has been removed, so that keyboard users continue at the content. */
export const focusContent = () => document.getElementById(contentId)?.focus({ preventScroll: true })

/** If nothing has the focus any more, focuses the open dialog, else the content. */
export function focusWhatIsLeft() {
  if (document.activeElement !== document.body) return
  const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1)
  if (dialog) dialog.focus({ preventScroll: true })
  else focusContent()
}
