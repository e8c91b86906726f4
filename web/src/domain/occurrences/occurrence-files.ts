import { editFormats } from '@malote/core/items/attachment-formats.ts'
import { mostOccurrenceFiles, tooManyOccurrenceFiles } from '@malote/core/occurrences/occurrence.ts'
import { fileProblem } from '../items/file-problem.ts'

/** Why the server would refuse the files of an occurrence; undefined when it would not. */
export function occurrenceFilesProblem(files: readonly File[], maxMegabytes: number | undefined): string | undefined {
  if (files.length > mostOccurrenceFiles) return tooManyOccurrenceFiles
  return files.map((file) => fileProblem(file, editFormats, maxMegabytes)).find(Boolean)
}
