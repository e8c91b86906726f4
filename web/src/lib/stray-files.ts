/**
 * From now on a file that misses its place is refused. Otherwise the browser would open it in place of the app, and what
 * was typed there would be lost.
 *
 * @returns what ends it
 */
export function refuseStrayFiles() {
  for (const type of types) document.addEventListener(type, refuse)
  return () => {
    for (const type of types) document.removeEventListener(type, refuse)
  }
}

const types = ['dragover', 'drop'] as const

function refuse(event: DragEvent) {
  // Whoever takes the file has prevented the browser from doing so.
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
