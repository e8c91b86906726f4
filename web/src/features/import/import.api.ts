import type { Importable } from '@malote/core/import/import-columns.ts'
import { type ImportOutcome, type ImportProgress, importPreview } from '@malote/core/import/import-preview.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { linesOf, saveAnswer, saveFile } from '../../lib/files.ts'

/** What a file would do. */
export const previewFile = (importable: Importable) =>
  mutationOptions({
    mutationFn: async (file: File) => {
      const response = await api.sendCsv(`/api/import/${importable}/preview`, file)
      return readWire(importPreview, await response.json())
    },
  })

interface Confirmed {
  file: File
  token: string
}

/** Brings in what was previewed; tells how many lines are done. */
export const importFile = (importable: Importable, queryClient: QueryClient, onProgress: (read: number) => void) =>
  mutationOptions({
    mutationFn: async ({ file, token }: Confirmed): Promise<ImportOutcome> => {
      const response = await api.sendCsv(`/api/import/${importable}`, file, { query: { token } })
      for await (const line of linesOf(response)) {
        const progress = JSON.parse(line) as ImportProgress
        if ('done' in progress) return progress.done
        if ('message' in progress) throw new ApiError(409, progress.message, { code: progress.code })
        onProgress(progress.read)
      }
      // The connection ended before the last line did.
      throw new ApiError(0, '')
    },
    onSettled: () => void queryClient.invalidateQueries(),
  })

/** Saves the lines that are refused, each with its reason. */
export const saveRefused = async (importable: Importable, file: File) =>
  saveAnswer(await api.sendCsv(`/api/import/${importable}/refused`, file))

/** Saves an empty table with the right titles. */
export const saveTemplate = (importable: Importable) => saveFile(`/api/import/${importable}/template`)
