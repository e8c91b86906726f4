import { api, type RequestOptions } from './api.ts'

const viewable = /^(application\/pdf|image\/(png|jpeg|gif|webp)|text\/plain)/

/** Long enough for the slowest reader to load it, short enough not to keep the memory for the day. */
const keptFor = 60_000

/**
 * Opens a file behind the sign-in in a new tab; what a browser cannot show is saved instead.
 * The tab opens at once, while the browser still knows that the user asked for it.
 *
 * @returns false when the browser did not allow the tab
 */
export async function openFile(path: string, options?: RequestOptions): Promise<boolean> {
  const tab = window.open('', '_blank')
  if (!tab) return false
  tab.opener = null
  try {
    const { blob, name } = await api.file(path, options)
    if (!viewable.test(blob.type)) {
      tab.close()
      save(blob, name)
      return true
    }
    tab.location.href = temporaryAddress(blob)
    return true
  } catch (error) {
    tab.close()
    throw error
  }
}

function save(blob: Blob, name: string | null) {
  const link = document.createElement('a')
  link.href = temporaryAddress(blob)
  link.download = name ?? 'arquivo'
  link.click()
}

function temporaryAddress(blob: Blob): string {
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), keptFor)
  return address
}
