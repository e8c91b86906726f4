import type { ImportQuestion } from '@malote/core/import/import-preview.ts'
import { Checkbox } from '@mantine/core'
import { counted } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import classes from './import.module.css'

interface ImportQuestionsProps {
  questions: readonly ImportQuestion[]
  /** Lines of the confirmed questions. */
  ticked: readonly number[]
  isDisabled: boolean
  onAnswer: (ticked: number[]) => void
}

/** Department names that differ from the registered ones in spelling; renders nothing without any. */
export function ImportQuestions({ questions, ticked, isDisabled, onAnswer }: ImportQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <Card title="Departamentos a confirmar">
      <Checkbox.Group
        label="Estes nomes não estão escritos como no cadastro. Marque os que são o mesmo departamento; as linhas dos outros são recusadas."
        value={ticked.map(String)}
        onChange={(values) => onAnswer(values.map(Number))}
        disabled={isDisabled}
      >
        <div className={classes.questions}>
          {questions.map(({ line, written, meant, lines }) => (
            <Checkbox
              key={line}
              value={String(line)}
              label={`"${written}" é "${meant}" (${counted(lines, 'linha', 'linhas')})`}
            />
          ))}
        </div>
      </Checkbox.Group>
    </Card>
  )
}
