import type { OpenedAnswer } from '@malote/core/answers/answer.ts'
import { type Answer, answers, answerWords } from '@malote/core/answers/answer-token.ts'
import { InputBase, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { answerEffects } from '../../domain/items/answer-effects.ts'
import { api } from '../../lib/api.ts'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { QuickChoices } from '../../ui/fields/quick-choices.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import classes from './answered-item.module.css'

/** The item of a link. */
export type OpenedLink = OpenedAnswer

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

/** One of three answers and at most one sentence. Typed text survives every failure. */
export function AnswerForm({ token, item, wanted, ...outcome }: AnswerFormProps) {
  const { choices } = item
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
          <LaterDate name="return_date" error={errors.return_date} item={item} onChosen={() => forget('return_date')} />
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

/** The item that the reminder was about. */
function AnsweredItem({ itemType, documentNumber, itemDescription, returnDate }: OpenedLink) {
  const title = documentNumber || itemDescription || itemType
  const details = [itemType, documentNumber && itemDescription].filter((text) => text && text !== title)
  return (
    <section className={classes.item} aria-label="Item">
      <p className={classes.title}>{title}</p>
      {details.length > 0 && <p className="soft anywhere">{details.join(', ')}</p>}
      <p>
        Devolver até <time dateTime={returnDate}>{inPortuguese(returnDate)}</time>
      </p>
    </section>
  )
}

interface AnswerChoicesProps {
  /** The answers that are possible now. */
  possible: readonly Answer[]
  value: Answer | null
  onChange: (answer: Answer) => void
}

/** The three answers, as fields of the browser: a public page loads no library for them. */
const AnswerChoices = ({ possible, value, onChange }: AnswerChoicesProps) => (
  <fieldset className={classes.choices}>
    <legend className={classes.legend}>O que você responde?</legend>
    {answers.map((answer) => (
      <label key={answer} className={classes.choice}>
        <input
          type="radio"
          name="answer"
          className={classes.radio}
          value={answer}
          checked={answer === value}
          disabled={!possible.includes(answer)}
          aria-describedby={`effect-${answer}`}
          onChange={() => onChange(answer)}
        />
        <span>{answerWords[answer]}</span>
        <span id={`effect-${answer}`} className={classes.effect}>
          {possible.includes(answer) ? answerEffects[answer] : 'Não é possível agora.'}
        </span>
      </label>
    ))}
  </fieldset>
)

interface LaterDateProps {
  name: string
  error: string | undefined
  item: OpenedLink
  /** Called when a quick choice has filled in the field. */
  onChosen: () => void
}

/** Until when more time is needed. The browser's own date field suits a phone, and costs a public page no code. */
function LaterDate({ item, onChosen, ...field }: LaterDateProps) {
  const [date, setDate] = useState('')
  return (
    <div>
      <TextInput
        {...field}
        type="date"
        label="Até quando?"
        min={item.earliestDate}
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      <QuickChoices
        label="Datas mais pedidas"
        choices={item.quickDates.map(({ label, date }) => ({
          label,
          value: date,
          hint: inPortuguese(date).slice(0, 5),
        }))}
        value={date}
        onChoose={(chosen) => {
          setDate(chosen)
          onChosen()
        }}
      />
    </div>
  )
}

/** By hand, because `lib/format.ts` brings along the app, which a public page does not load. */
const inPortuguese = (date: string) => date.split('-').reverse().join('/')

interface Answering {
  token: string
  onAnswered: (sentence: string) => void
  onDead: (sentence: string) => void
}

/**
 * Sends the fields of the form as they are named, which is how the server names its errors. Only the server checks them:
 * the schema would bring more code to a phone than the whole page has.
 */
function useAnswering({ token, onAnswered, onDead }: Answering) {
  const [state, setState] = useState<{ errors: Readonly<Record<string, string>>; problem: string | null }>(blank)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    setBusy(true)
    setState(blank)
    try {
      const { message } = await api.post<{ message: string }>('/api/answers', {
        token,
        ...Object.fromEntries(new FormData(form)),
      })
      onAnswered(message)
    } catch (error) {
      const dead = deadSentence(error)
      if (dead !== null) return onDead(dead)
      const errors = error instanceof ApiError ? error.errors : {}
      const field = Object.keys(errors)
        .map((name) => form.querySelector<HTMLElement>(`[name="${name}"]`))
        .find(Boolean)
      setState(field ? { errors, problem: null } : { errors: {}, problem: answerProblem(error, failed) })
      field?.focus()
      setBusy(false)
    }
  }
  /** Call it when a field changes: its error is about what was there before. */
  const forget = (field: string) => setState(({ errors: { [field]: _, ...errors }, problem }) => ({ errors, problem }))
  return { submit, forget, ...state, isBusy }
}

const blank = { errors: {}, problem: null }

const failed = 'Não foi possível enviar a resposta agora. Tente novamente.'

/** Why a link no longer works, as the server says it; null for every other error. */
export const deadSentence = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 410 ? errorMessage(error, 'Este link não vale mais.') : null

/** The failure, and the way out of it. */
export function answerProblem(error: unknown, fallback: string): string {
  const status = error instanceof ApiError ? error.status : null
  if (status === 0) return 'Sem conexão com o Malote. Verifique a internet e tente novamente.'
  if (status === 429) return 'Muitas tentativas em pouco tempo. Aguarde um minuto e tente novamente.'
  return errorMessage(error, fallback)
}
