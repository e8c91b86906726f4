import type { Importable } from '@malote/core/import/import-columns.ts'
import {
  type ImportOutcome,
  type ImportPreview,
  type ImportProgress,
  importPreview,
} from '@malote/core/import/import-preview.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { linesOf, saveAnswer, saveFile } from '../../lib/files.ts'
import { telling } from '../../lib/telling.ts'

/** Lines of the confirmed questions. */
export const confirmedIn = ({ questions = [] }: ImportPreview) =>
  questions.filter(({ isConfirmed }) => isConfirmed).map(({ line }) => line)

interface Asked {
  file: File
  /** Lines of the confirmed questions. */
  confirmed: readonly number[]
}

/** Checks a file without saving anything. */
export const previewFile = (importable: Importable) =>
  mutationOptions({
    mutationFn: async ({ file, confirmed }: Asked) => {
      const query = { confirmed: confirmed.join() }
      const response = await api.sendCsv(`/api/import/${importable}/preview`, file, { query })
      return readWire(importPreview, await response.json())
    },
  })

interface Confirmed {
  file: File
  preview: ImportPreview
}

/** Imports the previewed file; `onProgress` gets the number of processed lines. */
export const importFile = (importable: Importable, queryClient: QueryClient, onProgress: (read: number) => void) =>
  telling(
    {
      mutationFn: async ({ file, preview }: Confirmed): Promise<ImportOutcome> => {
        const query = { token: preview.token, confirmed: confirmedIn(preview).join() }
        const response = await api.sendCsv(`/api/import/${importable}`, file, { query })
        for await (const line of linesOf(response)) {
          const progress = JSON.parse(line) as ImportProgress
          if ('done' in progress) return progress.done
          if ('message' in progress) throw new ApiError(409, progress.message, { code: progress.code })
          onProgress(progress.read)
        }
        // The stream ended before the result arrived.
        throw new ApiError(0, '')
      },
      onSettled: () => void queryClient.invalidateQueries(),
    },
    { success: 'Importação concluída com sucesso!', failure: 'Erro ao importar o arquivo. Tente novamente.' },
  )

/** Downloads the refused lines with their reasons. */
export const saveRefused = async (importable: Importable, { file, confirmed }: Asked) =>
  saveAnswer(await api.sendCsv(`/api/import/${importable}/refused`, file, { query: { confirmed: confirmed.join() } }))

/** Downloads an empty table with the right column titles. */
export const saveTemplate = (importable: Importable) => saveFile(`/api/import/${importable}/template`)
