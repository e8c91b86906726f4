import { maskedPhone } from '@malote/core/users/phone.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useController } from 'react-hook-form'

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

interface PhoneInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: string
  onChange: (phone: string) => void
  onBlur?: () => void
}

/** Formats a phone number during typing; keeps the cursor in place when the user edits in the middle. */
function PhoneInput({ value, onChange, onBlur, ...rest }: PhoneInputProps) {
  return (
    <TextInput
      {...rest}
      type="tel"
      inputMode="tel"
      value={value}
      onChange={({ currentTarget }) => {
        const isAtEnd = currentTarget.selectionStart === currentTarget.value.length
        onChange(isAtEnd ? maskedPhone(currentTarget.value) : currentTarget.value)
      }}
      onBlur={() => {
        const masked = maskedPhone(value)
        if (masked !== value) onChange(masked)
        onBlur?.()
      }}
    />
  )
}
