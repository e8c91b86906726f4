import type { Importable } from '@malote/core/import/import-columns.ts'
import type { ImportOutcome } from '@malote/core/import/import-preview.ts'
import { Button } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import classes from './import.module.css'
import { ImportFigures } from './import-figures.tsx'
import { importWords } from './import-words.ts'

interface ImportDoneProps {
  importable: Importable
  outcome: ImportOutcome
  onAgain: () => void
}

export function ImportDone({ importable, outcome, onAgain }: ImportDoneProps) {
  const { back, backLabel } = importWords[importable]
  return (
    <Card title="Importação concluída">
      <ImportFigures outcome={outcome} words={['Criados', 'Alterados', 'Já iguais', 'Recusados']} />
      <div className={classes.actions}>
        <LinkButton to={back}>{backLabel}</LinkButton>
        <Button variant="default" onClick={onAgain}>
          Importar outro arquivo
        </Button>
      </div>
    </Card>
  )
}
