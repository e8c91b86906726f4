import {
  creationFormats,
  editFormats,
  emptyFileSentence,
  extensionOf,
  formatSentence,
  sizeSentence,
} from '@malote/core/items/attachment-formats.ts'

const megabyte = 1024 * 1024

interface ItemFiles {
  /** null for a new item. */
  itemId: number | null
  /** Files to upload. */
  files: readonly File[]
}

/** Files that the server would refuse, checked before the upload: error messages by field path. */
export function fileProblems(items: readonly ItemFiles[], maxMegabytes: number | undefined) {
  return items.flatMap((item, index) => {
    const problem = fileProblem(item, maxMegabytes)
    return problem ? [[`items.${index}.files`, problem] as const] : []
  })
}

/** The same for one item, when a file is selected. */
export function fileProblem({ itemId, files }: ItemFiles, maxMegabytes = Number.POSITIVE_INFINITY) {
  const formats: readonly string[] = itemId === null ? creationFormats : editFormats
  return files.map((file) => problemOf(file, formats, maxMegabytes)).find(Boolean)
}

function problemOf({ name, size }: File, formats: readonly string[], maxMegabytes: number): string | undefined {
  if (!formats.includes(extensionOf(name))) return formatSentence(formats)
  if (size === 0) return emptyFileSentence
  if (size > maxMegabytes * megabyte) return sizeSentence(maxMegabytes)
  return undefined
}
