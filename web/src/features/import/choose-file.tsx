import { type Importable, importColumns } from '@malote/core/import/import-columns.ts'
import { largestImport } from '@malote/core/import/import-preview.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { errorMessage } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { notifyError } from '../../ui/toasts.ts'
import { saveTemplate } from './import.api.ts'
import classes from './import.module.css'
import { importWords } from './import-words.ts'

interface ChooseFileProps {
  importable: Importable
  file: File | null
  isChecking: boolean
  error: string | null
  onChoose: (file: File | null) => void
}

export function ChooseFile({ importable, file, isChecking, error, onChoose }: ChooseFileProps) {
  const download = () =>
    saveTemplate(importable).catch((failure: unknown) =>
      notifyError(errorMessage(failure, 'Erro ao baixar o modelo. Tente novamente.')),
    )
  return (
    <Card
      title="Escolha a planilha"
      aside={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
        >
          Baixar modelo
        </Button>
      }
    >
      <div className={classes.explanation}>
        <p>{importWords[importable].known} Antes de gravar, você confere o que vai acontecer, linha por linha.</p>
        <div>
          <p id="colunas">A primeira linha traz os títulos das colunas:</p>
          <ul className={classes.columns} aria-labelledby="colunas">
            {importColumns[importable].map(({ field, title, isRequired }) => (
              <li key={field}>
                {title} {!isRequired && <span>(opcional)</span>}
              </li>
            ))}
          </ul>
        </div>
        <FilePicker
          label="Arquivo"
          files={file ? [file] : []}
          accept={['csv', 'txt']}
          maxMegabytes={largestImport.bytes / 1024 / 1024}
          onChange={([chosen]) => onChoose(chosen ?? null)}
        />
        {isChecking && <Banner tone="progress">Conferindo o arquivo...</Banner>}
        {error && <Banner tone="danger">{error}</Banner>}
      </div>
    </Card>
  )
}
