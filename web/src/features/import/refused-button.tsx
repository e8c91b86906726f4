import type { Importable } from '@malote/core/import/import-columns.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { errorMessage } from '../../lib/api-error.ts'
import { notifyError } from '../../ui/toasts.ts'
import { saveRefused } from './import.api.ts'

/** The lines that were not taken, each with its reason. */
export function RefusedButton({ importable, file }: { importable: Importable; file: File }) {
  const download = () =>
    saveRefused(importable, file).catch((error: unknown) =>
      notifyError(errorMessage(error, 'Erro ao baixar as linhas recusadas. Tente novamente.')),
    )
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
      Baixar linhas recusadas
    </Button>
  )
}
