/**
 * Puts a text on the clipboard; where the browser keeps its clipboard to encrypted addresses, by way of the field that
 * shows it.
 *
 * @returns whether it is there
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
