import { type Importable, importColumns } from '@malote/core/import/import-columns.ts'
import { type ImportOutcome, type ImportPreview, largestImport } from '@malote/core/import/import-preview.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '../../domain/session/session.tsx'
import { errorMessage } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FilePicker } from '../../ui/fields/file-picker.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { NoAccess } from '../../ui/no-access.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { forgetErrors } from '../../ui/toasts.ts'
import { answersIn, type ImportAnswers, importFile, previewFile, saveTemplate } from './import.api.ts'
import classes from './import.module.css'
import { ImportFigures, ImportStep, RefusedButton } from './import-lines.tsx'
import { ImportPreviewView, importWords } from './import-preview-view.tsx'

const noAnswers: ImportAnswers = { confirmed: [], leftOut: [] }

/** Imports a spreadsheet: select a file, check it line by line, and import it after the Admin confirms. */
export default function ImportPage({ importable }: { importable: Importable }) {
  const words = importWords[importable]
  const verdict = canAdminister(useViewer())
  return (
    <>
      <PageHeader title={words.title} context="De uma planilha salva em formato CSV.">
        <LinkButton to={words.back} variant="default">
          {words.backLabel}
        </LinkButton>
      </PageHeader>
      {verdict.allowed ? (
        <div className="grid gap-16">
          <ImportSteps importable={importable} />
        </div>
      ) : (
        <NoAccess reason={verdict.message} />
      )}
    </>
  )
}

function ImportSteps({ importable }: { importable: Importable }) {
  const [file, setFile] = useState<File | null>(null)
  // Stays visible while the file is checked again with other answers.
  const [checked, setChecked] = useState<ImportPreview | null>(null)
  const [answers, setAnswers] = useState(noAnswers)
  const [read, setRead] = useState(0)
  const preview = useMutation(previewFile(importable))
  const run = useMutation(importFile(importable, useQueryClient(), setRead))

  const startOver = () => {
    forgetErrors()
    setFile(null)
    setChecked(null)
    preview.reset()
    run.reset()
  }
  const check = (chosen: File, next: ImportAnswers) => {
    setAnswers(next)
    // After a failure the answers are again those of the preview that is still shown.
    const onError = () => checked && setAnswers(answersIn(checked))
    preview.mutate({ file: chosen, answers: next }, { onSuccess: setChecked, onError })
  }
  const choose = (chosen: File | null) => {
    startOver()
    setFile(chosen)
    if (chosen) check(chosen, noAnswers)
  }
  const confirm = () => {
    if (!file || !checked) return
    forgetErrors()
    preview.reset()
    setRead(0)
    run.mutate({ file, preview: checked })
  }
  const error = preview.isError ? errorMessage(preview.error, 'Erro ao conferir o arquivo. Tente novamente.') : null
  const step = () => {
    if (file && checked && run.data) {
      const given = answersIn(checked)
      return <ImportDone importable={importable} file={file} answers={given} outcome={run.data} onAgain={startOver} />
    }
    if (file && checked) {
      return (
        <ImportPreviewView
          importable={importable}
          file={file}
          preview={checked}
          answers={answers}
          isChecking={preview.isPending}
          error={error}
          read={read}
          isRunning={run.isPending}
          onAnswer={(next) => check(file, next)}
          onConfirm={confirm}
          onAgain={startOver}
          onCheckAgain={() => choose(file)}
          mustCheckAgain={run.isError}
        />
      )
    }
    return (
      <ChooseFile importable={importable} file={file} isChecking={preview.isPending} error={error} onChoose={choose} />
    )
  }
  return (
    <>
      <Spoken isHidden>{checked && !run.data && inOneSentence(checked)}</Spoken>
      {step()}
    </>
  )
}

const inOneSentence = ({ created = 0, changed = 0, unchanged = 0, refused = 0, leftOut = 0 }: ImportOutcome) => {
  const others = leftOut > 0 ? `; deixados de fora: ${leftOut}` : ''
  return `Serão criados: ${created}; serão alterados: ${changed}; já iguais: ${unchanged}; recusados: ${refused}${others}.`
}

interface ImportDoneProps {
  importable: Importable
  file: File
  /** The answers with which the file was checked. */
  answers: ImportAnswers
  outcome: ImportOutcome
  onAgain: () => void
}

/** The result of an import. Refused lines can be downloaded, corrected and imported again. */
function ImportDone({ importable, file, answers, outcome, onAgain }: ImportDoneProps) {
  const { back, backLabel } = importWords[importable]
  return (
    <ImportStep label="Importação concluída">
      <Card title="Importação concluída">
        <ImportFigures
          outcome={outcome}
          words={['Criados', 'Alterados', 'Já iguais', 'Recusados', 'Deixados de fora']}
        />
        <div className="flex wrap gap-8 mt-16">
          <LinkButton to={back}>{backLabel}</LinkButton>
          {outcome.refused > 0 && <RefusedButton importable={importable} file={file} answers={answers} />}
          <Button variant="default" onClick={onAgain}>
            Importar outro arquivo
          </Button>
        </div>
      </Card>
    </ImportStep>
  )
}

interface ChooseFileProps {
  importable: Importable
  file: File | null
  isChecking: boolean
  error: string | null
  onChoose: (file: File | null) => void
}

/** The first step of an import: shows the required columns and selects the file. */
function ChooseFile({ importable, file, isChecking, error, onChoose }: ChooseFileProps) {
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
