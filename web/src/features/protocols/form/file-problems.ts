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
  /** Only of an item that exists already. */
  itemId: number | null
  /** Files to send. */
  files: readonly File[]
}

/** What the server would refuse, told before megabytes travel: sentences by field path. */
export function fileProblems(items: readonly ItemFiles[], maxMegabytes: number | undefined) {
  return items.flatMap((item, index) => {
    const problem = fileProblem(item, maxMegabytes)
    return problem ? [[`items.${index}.files`, problem] as const] : []
  })
}

/** The same of one item, for the moment in which a file is chosen. */
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
