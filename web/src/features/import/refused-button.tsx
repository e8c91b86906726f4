import type { Importable } from '@malote/core/import/import-columns.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { saveRefused } from './import.api.ts'

interface RefusedButtonProps {
  importable: Importable
  file: File
  /** The confirmed lines with which the file was checked. */
  confirmed: readonly number[]
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
