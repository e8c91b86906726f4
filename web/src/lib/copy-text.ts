/**
 * Copies a text to the clipboard. Browsers restrict the Clipboard API to encrypted connections; without it, copies the
 * selected text of the element that shows it.
 *
 * @returns whether it was copied
 */
export async function copyText(text: string, shownIn: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (shownIn instanceof HTMLInputElement) shownIn.select()
    else if (shownIn) getSelection()?.selectAllChildren(shownIn)
    return document.execCommand('copy')
  }
}
