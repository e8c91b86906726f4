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

/** The lines of the questions that were answered with yes. */
export const confirmedIn = ({ questions = [] }: ImportPreview) =>
  questions.filter(({ isConfirmed }) => isConfirmed).map(({ line }) => line)

interface Asked {
  file: File
  /** Lines of the questions that are answered with yes. */
  confirmed: readonly number[]
}

/** What a file would do. */
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

/** Brings in what was previewed; tells how many lines are done. */
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
        // The connection ended before the last line did.
        throw new ApiError(0, '')
      },
      onSettled: () => void queryClient.invalidateQueries(),
    },
    { success: 'Importação concluída com sucesso!', failure: 'Erro ao importar o arquivo. Tente novamente.' },
  )

/** Saves the lines that are refused, each with its reason. */
export const saveRefused = async (importable: Importable, { file, confirmed }: Asked) =>
  saveAnswer(await api.sendCsv(`/api/import/${importable}/refused`, file, { query: { confirmed: confirmed.join() } }))

/** Saves an empty table with the right titles. */
export const saveTemplate = (importable: Importable) => saveFile(`/api/import/${importable}/template`)
