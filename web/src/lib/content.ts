/** The part of the page below the bar, where the content of a screen stands. */
export const contentId = 'conteudo'

/** For when what had the focus is gone: whoever goes on by keyboard starts at the content. */
export const focusContent = () => document.getElementById(contentId)?.focus({ preventScroll: true })
