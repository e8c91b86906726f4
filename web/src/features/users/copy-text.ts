/**
 * Copies a text to the clipboard. Browsers restrict the Clipboard API to encrypted connections; without it, copies the
 * selected text of the field that shows it.
 *
 * @returns whether it was copied
 */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.select()
    return document.execCommand('copy')
  }
}
