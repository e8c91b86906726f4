import type { Answer } from '@malote/core/answers/answer-token.ts'
import { InputBase, Stack } from '@mantine/core'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { AnswerChoices } from './answer-choices.tsx'
import { AnsweredItem } from './answered-item.tsx'
import { LaterDate } from './later-date.tsx'
import { useAnswering } from './use-answering.ts'
import type { OpenedLink } from './use-opened-link.ts'

interface AnswerFormProps {
  token: string
  item: OpenedLink
  /** The answer whose link was followed. */
  wanted: Answer
  /** Called with the server's sentence. */
  onAnswered: (sentence: string) => void
  /** Called with the reason when the link has stopped working meanwhile. */
  onDead: (sentence: string) => void
}

/** One of three answers and at most one sentence. Whatever fails, what was typed stays. */
export function AnswerForm({ token, item, wanted, ...outcome }: AnswerFormProps) {
  const { choices, returnDate } = item
  const [answer, setAnswer] = useState(choices.includes(wanted) ? wanted : null)
  const { submit, forget, errors, problem, isBusy } = useAnswering({ token, ...outcome })
  const isMoreTime = answer === 'extension'
  return (
    <form noValidate onSubmit={submit} onInput={({ target }) => forget((target as HTMLInputElement).name)}>
      <Stack gap="md">
        <AnsweredItem {...item} />
        {problem && <Banner tone="danger">{problem}</Banner>}
        <AnswerChoices possible={choices} value={answer} onChange={setAnswer} />
        {isMoreTime && (
          <LaterDate
            name="return_date"
            error={errors.return_date}
            present={returnDate}
            onChosen={() => forget('return_date')}
          />
        )}
        {answer !== null && (
          <InputBase
            component="textarea"
            multiline
            rows={3}
            maxLength={500}
            name="note"
            label={isMoreTime ? 'Por que precisa de mais prazo?' : 'Quer dizer mais alguma coisa? (opcional)'}
            error={errors.note}
          />
        )}
        {answer !== null && (
          <SubmitButton isBusy={isBusy} busyLabel="Enviando..." fullWidth size="md">
            {isMoreTime ? 'Pedir mais prazo' : 'Enviar resposta'}
          </SubmitButton>
        )}
      </Stack>
    </form>
  )
}
