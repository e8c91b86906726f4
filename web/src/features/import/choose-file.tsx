import { type Importable, importColumns } from '@malote/core/import/import-columns.ts'
import { largestImport } from '@malote/core/import/import-preview.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FilePicker } from '../../ui/fields/file-picker.tsx'
import { Spoken } from '../../ui/spoken.tsx'
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

/** The first step of an import: shows the required columns and selects the file. */
export function ChooseFile({ importable, file, isChecking, error, onChoose }: ChooseFileProps) {
  return (
    <Card
      title="Escolha a planilha"
      aside={
        <DownloadButton
          save={() => saveTemplate(importable)}
          failure="Erro ao baixar o modelo. Tente novamente."
          variant="subtle"
          size="compact-sm"
        >
          Baixar modelo
        </DownloadButton>
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
        <Spoken component="div">
          {isChecking && (
            <Banner tone="progress" isInSpoken>
              Conferindo o arquivo...
            </Banner>
          )}
        </Spoken>
        {error && <Banner tone="danger">{error}</Banner>}
      </div>
    </Card>
  )
}
