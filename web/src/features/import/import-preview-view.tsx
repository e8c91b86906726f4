import type { Importable } from '@malote/core/import/import-columns.ts'
import type { ImportPreview, ImportQuestion } from '@malote/core/import/import-preview.ts'
import { Button, Checkbox } from '@mantine/core'
import { counted } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { answersIn, type ImportAnswers } from './import.api.ts'
import { ImportFigures, ImportLines, ImportStep, type LineChoice, RefusedButton } from './import-lines.tsx'

interface ImportPreviewViewProps {
  importable: Importable
  file: File
  preview: ImportPreview
  /** While `isChecking`, the preview does not reflect them yet. */
  answers: ImportAnswers
  isChecking: boolean
  /** Why the last answers could not be checked. */
  error: string | null
  /** Number of lines that the running import has processed. */
  read: number
  isRunning: boolean
  /** The import failed, so the preview may be outdated. */
  mustCheckAgain: boolean
  onAnswer: (answers: ImportAnswers) => void
  onConfirm: () => void
  onAgain: () => void
  onCheckAgain: () => void
}

/** Shows what the import would do. Nothing has been saved yet. */
export function ImportPreviewView({
  importable,
  file,
  preview,
  read,
  isRunning,
  isChecking,
  error,
  answers,
  ...on
}: ImportPreviewViewProps) {
  const { one, many } = importWords[importable]
  const count = (preview.created ?? 0) + (preview.changed ?? 0)
  const { created = [], changed = [], refused = [] } = preview.lines ?? {}
  const choice: LineChoice = {
    leftOut: answers.leftOut,
    isDisabled: isRunning,
    onChange: (leftOut) => on.onAnswer({ ...answers, leftOut }),
  }
  return (
    <ImportStep label={`Conferência de ${file.name}`}>
      {error && <Banner tone="danger">{error}</Banner>}
      <Card title={file.name}>
        <ImportFigures
          outcome={preview}
          words={['Serão criados', 'Serão alterados', 'Já iguais', 'Recusados', 'Deixados de fora']}
        />
        {preview.ignored?.length > 0 && (
          <p className="soft small">Colunas que não serão lidas: {preview.ignored.join(', ')}.</p>
        )}
        {count === 0 && <Banner tone="pending">Não há nada a importar neste arquivo.</Banner>}
        {isRunning && <ProgressBar completed={read} total={preview.total} label="Linhas importadas" isRunning />}
        <div className="flex wrap gap-8 mt-16">
          {on.mustCheckAgain && !isRunning ? (
            <Button onClick={on.onCheckAgain}>Conferir de novo</Button>
          ) : (
            <Button disabled={count === 0 || isRunning || isChecking} onClick={on.onConfirm}>
              {isRunning ? 'Importando...' : `Importar ${counted(count, one, many)}`}
            </Button>
          )}
          <Button variant="default" disabled={isRunning} onClick={on.onAgain}>
            Escolher outro arquivo
          </Button>
        </div>
      </Card>
      <ImportQuestions
        questions={preview.questions ?? []}
        ticked={answers.confirmed}
        isDisabled={isRunning}
        onAnswer={(confirmed) => on.onAnswer({ ...answers, confirmed })}
      />
      <ImportLines title="Recusados" total={preview.refused} lines={refused} notes="Motivo">
        <RefusedButton importable={importable} file={file} answers={answersIn(preview)} />
      </ImportLines>
      <ImportLines title="Serão alterados" total={preview.changed} lines={changed} notes="O que muda" choice={choice} />
      <ImportLines title="Serão criados" total={preview.created} lines={created} notes="Observação" choice={choice} />
    </ImportStep>
  )
}

interface ImportQuestionsProps {
  questions: readonly ImportQuestion[]
  /** Lines of the confirmed questions. */
  ticked: readonly number[]
  isDisabled: boolean
  onAnswer: (ticked: number[]) => void
}

/** Department names that differ from the known ones in spelling; renders nothing without any. */
function ImportQuestions({ questions, ticked, isDisabled, onAnswer }: ImportQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <Card title="Departamentos a confirmar">
      <Checkbox.Group
        label="Estes nomes não estão escritos como no cadastro. Marque os que são o mesmo departamento; as linhas dos outros são recusadas."
        value={ticked.map(String)}
        onChange={(values) => onAnswer(values.map(Number))}
        disabled={isDisabled}
      >
        <div className="grid gap-12 anywhere mt-12">
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

export const importWords = {
  suppliers: {
    title: 'Importar Fornecedores',
    one: 'fornecedor',
    many: 'fornecedores',
    back: '/settings/suppliers',
    backLabel: 'Ver fornecedores',
    known:
      'Um fornecedor é reconhecido por CNPJ e loja: o que já existe é atualizado, nada é excluído. Uma célula vazia mantém o que está no cadastro.',
  },
  users: {
    title: 'Importar Usuários',
    one: 'usuário',
    many: 'usuários',
    back: '/settings/users',
    backLabel: 'Ver usuários',
    known:
      'Um usuário é reconhecido pelo e-mail: o que já existe é atualizado, nada é excluído. Uma célula vazia mantém o que está no cadastro. Quem é novo recebe um convite por e-mail, quando o envio está configurado; senão, gere os convites na tela de usuários.',
  },
} as const satisfies Record<Importable, object>
