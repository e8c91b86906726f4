import { useController } from 'react-hook-form'
import { PhoneInput } from './phone-input.tsx'

/** The `phone` field of the surrounding form. */
export function PhoneField({ autoComplete }: { autoComplete: 'tel' | 'off' }) {
  const { field, fieldState } = useController<{ phone?: string | null }, 'phone'>({ name: 'phone' })
  return (
    <PhoneInput
      {...field}
      value={field.value ?? ''}
      label="Telefone"
      placeholder="(00) 00000-0000"
      autoComplete={autoComplete}
      error={fieldState.error?.message}
    />
  )
}
