import { creationFormats, editFormats } from '@malote/core/items/attachment-formats.ts'
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
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!formats.includes(extension)) return `Formato de arquivo não permitido. Envie ${formats.join(', ')}.`
  if (size > maxMegabytes * megabyte) return `Cada arquivo pode ter no máximo ${Math.floor(maxMegabytes)} MB`
  return undefined
}
