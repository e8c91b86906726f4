import {
  creationFormats,
  editFormats,
  emptyFileSentence,
  extensionOf,
  formatSentence,
  sizeSentence,
} from '@malote/core/items/attachment-formats.ts'
import type { ItemForm } from './protocol-form.ts'

const megabyte = 1024 * 1024

/** What the server would refuse, told before megabytes travel: sentences by field path. */
export function fileProblems(items: readonly ItemForm[], maxMegabytes = Number.POSITIVE_INFINITY) {
  return items.flatMap(({ itemId, files }, index) => {
    const formats: readonly string[] = itemId === null ? creationFormats : editFormats
    const problem = files.map((file) => problemOf(file, formats, maxMegabytes)).find(Boolean)
    return problem ? [[`items.${index}.files`, problem] as const] : []
  })
}

function problemOf({ name, size }: File, formats: readonly string[], maxMegabytes: number): string | undefined {
  if (!formats.includes(extensionOf(name))) return formatSentence(formats)
  if (size === 0) return emptyFileSentence
  if (size > maxMegabytes * megabyte) return sizeSentence(maxMegabytes)
  return undefined
}
