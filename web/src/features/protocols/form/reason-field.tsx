import { Textarea } from '@mantine/core'
import { type Control, useController, useWatch } from 'react-hook-form'
import { enterGoesOn } from './enter-key.ts'
import classes from './form.module.css'
import type { ProtocolForm } from './protocol-form.ts'
import { useFieldError } from './use-field-error.ts'

/** The reason for sending the item; required if it must come back. */
export function ReasonField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const name = `items.${index}.reason` as const
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  return (
    <Textarea
      label={requiresReturn ? 'Motivo da Devolução' : 'Motivo'}
      // The contract includes the asterisk in the label: 'Motivo da Devolução *'.
      withAsterisk={requiresReturn}
      aria-required={requiresReturn}
      className={classes.reason}
      rows={2}
      maxLength={2000}
      {...enterGoesOn}
      {...field}
      error={error}
    />
  )
}
