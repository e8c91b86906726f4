/** Id of the main element below the top bar, which holds the content of the page. */
export const contentId = 'conteudo'

/** Called when the focused element has been removed, so that keyboard users continue at the content. */
export const focusContent = () => document.getElementById(contentId)?.focus({ preventScroll: true })
