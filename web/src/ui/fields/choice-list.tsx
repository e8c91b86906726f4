import { Radio } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import classes from './fields.module.css'

interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  /** What it means, below the label. */
  description?: string
  /** Why it cannot be chosen now, in place of the description; null if it can. */
  refusal?: string | null
}

interface ChoiceListProps<Value extends string> {
  label: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  error?: string | undefined
  /** Stand side by side; for short labels without descriptions. */
  isInColumns?: boolean
  /** The first radio button, for the focus. */
  ref?: Ref<HTMLInputElement>
}

/**
 * One of a few values, all in sight. A refused one stays focusable, so that keyboard and screen reader users get the
 * reason.
 */
export function ChoiceList<Value extends string>({ label, choices, value, error, ...rest }: ChoiceListProps<Value>) {
  const { onChange, isInColumns = false, ref } = rest
  const choose = (chosen: Value) => {
    if (!choices.find((choice) => choice.value === chosen)?.refusal) onChange(chosen)
  }
  return (
    <Radio.Group<Value> label={label} value={value} onChange={choose} error={error}>
      <div className={classes.choiceListChoices} data-columns={isInColumns ? 2 : undefined}>
        {choices.map(({ refusal, description, ...choice }, index) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            description={refusal ?? description}
            {...(index === 0 && { ref, 'data-autofocus': true })}
            {...(refusal && { 'aria-disabled': true, classNames: { radio: classes.choiceListRefused ?? '' } })}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
