import { Textarea } from '@mantine/core'
import { type Control, Controller } from 'react-hook-form'
import type { ProtocolForm } from './protocol-form.ts'

export function RemarksField({ control }: { control: Control<ProtocolForm> }) {
  return (
    <Controller
      control={control}
      name="remarks"
      render={({ field, fieldState }) => (
        <Textarea label="Observações" required maxLength={5000} {...field} error={fieldState.error?.message} />
      )}
    />
  )
}
