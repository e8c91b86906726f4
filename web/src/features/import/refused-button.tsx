import type { Importable } from '@malote/core/import/import-columns.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { saveRefused } from './import.api.ts'

interface RefusedButtonProps {
  importable: Importable
  file: File
  /** What the file was checked with. */
  confirmed: readonly number[]
}

/** The lines that were not taken, each with its reason. */
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
