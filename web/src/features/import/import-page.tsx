import type { Importable } from '@malote/core/import/import-columns.ts'
import type { ImportOutcome, ImportPreview } from '@malote/core/import/import-preview.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '../../domain/session/session.tsx'
import { errorMessage } from '../../lib/api-error.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NoAccess } from '../../ui/no-access.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { forgetErrors } from '../../ui/toasts.ts'
import { ChooseFile } from './choose-file.tsx'
import { answersIn, type ImportAnswers, importFile, previewFile } from './import.api.ts'
import classes from './import.module.css'
import { ImportDone } from './import-done.tsx'
import { ImportPreviewView } from './import-preview-view.tsx'
import { importWords } from './import-words.ts'

const noAnswers: ImportAnswers = { confirmed: [], leftOut: [] }

/** Imports a spreadsheet: select a file, check it line by line, and import it after the Admin confirms. */
export function ImportPage({ importable }: { importable: Importable }) {
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
        <div className={classes.page}>
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
