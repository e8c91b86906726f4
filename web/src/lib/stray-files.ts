/**
 * Refuses files that are dropped outside a drop zone. Otherwise the browser would open the file in place of the app,
 * and unsaved input would be lost.
 *
 * @returns a function that removes the listeners
 */
export function refuseStrayFiles() {
  for (const type of types) document.addEventListener(type, refuse)
  return () => {
    for (const type of types) document.removeEventListener(type, refuse)
  }
}

const types = ['dragover', 'drop'] as const

function refuse(event: DragEvent) {
  // Drop zones have called preventDefault themselves.
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
