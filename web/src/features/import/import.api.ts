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
import { linesOf, saveCsv, saveFile } from '../../lib/files.ts'
import { telling } from '../../lib/telling.ts'

/** The Admin's decisions in a preview, by line number. */
export interface ImportAnswers {
  /** The confirmed questions. */
  confirmed: readonly number[]
  /** The lines not to import. */
  leftOut: readonly number[]
}

/** The answers with which a preview was made. */
export function answersIn({ questions = [], lines }: ImportPreview): ImportAnswers {
  const importable = [...(lines?.created ?? []), ...(lines?.changed ?? [])]
  return {
    confirmed: questions.filter(({ isConfirmed }) => isConfirmed).map(({ line }) => line),
    leftOut: importable.filter(({ isLeftOut }) => isLeftOut).map(({ line }) => line),
  }
}

interface Asked {
  file: File
  answers: ImportAnswers
}

const queryOf = ({ confirmed, leftOut }: ImportAnswers) => ({ confirmed: confirmed.join(), left_out: leftOut.join() })

/** Checks a file without saving anything. */
export const previewFile = (importable: Importable) =>
  mutationOptions({
    mutationFn: async ({ file, answers }: Asked) => {
      const query = queryOf(answers)
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
        const query = { token: preview.token, ...queryOf(answersIn(preview)) }
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
export const saveRefused = async (importable: Importable, { file, answers }: Asked) =>
  saveCsv(await api.sendCsv(`/api/import/${importable}/refused`, file, { query: queryOf(answers) }))

/** Downloads an empty table with the right column titles. */
export const saveTemplate = (importable: Importable) => saveFile(`/api/import/${importable}/template`)
