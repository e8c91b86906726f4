import type { Importable } from '@malote/core/import/import-columns.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { saveRefused } from './import.api.ts'

/** The lines that were not taken, each with its reason. */
export function RefusedButton({ importable, file }: { importable: Importable; file: File }) {
  return (
    <DownloadButton
      save={() => saveRefused(importable, file)}
      failure="Erro ao baixar as linhas recusadas. Tente novamente."
    >
      Baixar linhas recusadas
    </DownloadButton>
  )
}
