import type { Importable } from '@malote/core/import/import-columns.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { type ImportAnswers, saveRefused } from './import.api.ts'

interface RefusedButtonProps {
  importable: Importable
  file: File
  /** The answers with which the file was checked. */
  answers: ImportAnswers
}

/** Downloads the refused lines with their reasons. */
export function RefusedButton({ importable, ...asked }: RefusedButtonProps) {
  return (
    <DownloadButton
      save={() => saveRefused(importable, asked)}
      failure="Erro ao baixar as linhas recusadas. Tente novamente."
    >
      Baixar linhas recusadas
    </DownloadButton>
  )
}
