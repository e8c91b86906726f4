import { Button } from '@mantine/core'
import classes from './quick-choices.module.css'

interface QuickChoicesProps<Value extends string> {
  /** Accessible name of the group. */
  label: string
  choices: readonly { label: string; value: Value; hint?: string }[]
  value: string
  onChoose: (value: Value) => void
}

/** Usual values of a field, below it; each takes one press. */
export const QuickChoices = <Value extends string>({ label, choices, value, onChoose }: QuickChoicesProps<Value>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
  <div role="group" aria-label={label} className={classes.choices}>
    {choices.map((choice) => (
      <Button
        key={choice.label}
        variant={choice.value === value ? 'light' : 'default'}
        size="compact-md"
        radius="xl"
        aria-pressed={choice.value === value}
        onClick={() => onChoose(choice.value)}
      >
        {choice.label}
        {choice.hint && <span className={classes.hint}>{choice.hint}</span>}
      </Button>
    ))}
  </div>
)
