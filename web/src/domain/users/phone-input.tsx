import { maskedPhone } from '@malote/core/users/phone.ts'
import { TextInput, type TextInputProps } from '@mantine/core'

interface PhoneInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: string
  onChange: (phone: string) => void
  onBlur?: () => void
}

/** Formats a phone number during typing; keeps the cursor in place when the user edits in the middle. */
export function PhoneInput({ value, onChange, onBlur, ...rest }: PhoneInputProps) {
  return (
    <TextInput
      {...rest}
      type="tel"
      inputMode="tel"
      maxLength={40}
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
