import { type Answer, answers, answerWords } from '@malote/core/answers/answer-token.ts'
import { answerEffects } from '../../domain/items/answer-effects.ts'
import classes from './answer-choices.module.css'

interface AnswerChoicesProps {
  /** The answers that are possible now. */
  possible: readonly Answer[]
  value: Answer | null
  onChange: (answer: Answer) => void
}

/** The three answers, as fields of the browser: a public page loads no library for them. */
export const AnswerChoices = ({ possible, value, onChange }: AnswerChoicesProps) => (
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
