import type { Importable } from '@malote/core/import/import-columns.ts'
import type { ImportOutcome } from '@malote/core/import/import-preview.ts'
import { Button } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { ImportAnswers } from './import.api.ts'
import classes from './import.module.css'
import { ImportFigures } from './import-figures.tsx'
import { ImportStep } from './import-step.tsx'
import { importWords } from './import-words.ts'
import { RefusedButton } from './refused-button.tsx'

interface ImportDoneProps {
  importable: Importable
  file: File
  /** The answers with which the file was checked. */
  answers: ImportAnswers
  outcome: ImportOutcome
  onAgain: () => void
}

/** The result of an import. Refused lines can be downloaded, corrected and imported again. */
export function ImportDone({ importable, file, answers, outcome, onAgain }: ImportDoneProps) {
  const { back, backLabel } = importWords[importable]
  return (
    <ImportStep label="Importação concluída">
      <Card title="Importação concluída">
        <ImportFigures
          outcome={outcome}
          words={['Criados', 'Alterados', 'Já iguais', 'Recusados', 'Deixados de fora']}
        />
        <div className={classes.actions}>
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
