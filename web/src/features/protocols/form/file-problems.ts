import { creationFormats, editFormats } from '@malote/core/items/attachment-formats.ts'
import { fileProblem as problemOf } from '../../../domain/items/file-problem.ts'

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
export function fileProblem({ itemId, files }: ItemFiles, maxMegabytes?: number) {
  const formats: readonly string[] = itemId === null ? creationFormats : editFormats
  return files.map((file) => problemOf(file, formats, maxMegabytes)).find(Boolean)
}
