import { cnpjIn, cnpjWarning, formatCnpj, hasWrongCheckDigits } from '@malote/core/suppliers/cnpj.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ChangeEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { positionAfter } from './mask-position.ts'
import classes from './suppliers.module.css'

interface CnpjInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  /** The CNPJ with its mask. */
  value: string
  onChange: (masked: string) => void
  ref?: (input: HTMLInputElement | null) => void
}

/**
 * Applies the mask during typing, also in the middle, and takes the CNPJ out of a pasted text; wrong check digits show a
 * warning but do not block (contract 11.23).
 */
export function CnpjInput({ value, onChange, ref, error, ...rest }: CnpjInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)

  useLayoutEffect(() => {
    const position = caret.current
    caret.current = null
    if (position !== null) input.current?.setSelectionRange(position, position)
  })
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const masked = formatCnpj(cnpjIn(currentTarget.value) ?? currentTarget.value)
    const before = currentTarget.value.slice(0, currentTarget.selectionStart ?? undefined)
    caret.current = positionAfter(formatCnpj(before), masked)
    onChange(masked)
  }
  // Inserting the text is not left to the browser, which would cut it to the field's length first.
  const insert = (event: SyntheticEvent, transfer: DataTransfer) => {
    const cnpj = cnpjIn(transfer.getData('text/plain'))
    if (!cnpj) return
    event.preventDefault()
    onChange(formatCnpj(cnpj))
  }
  return (
    <TextInput
      {...rest}
      ref={(element) => {
        input.current = element
        ref?.(element)
      }}
      placeholder="00.000.000/0000-00"
      maxLength={18}
      value={value}
      error={error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={!error && hasWrongCheckDigits(value) && <Warning />}
      onChange={type}
      onPaste={(event) => insert(event, event.clipboardData)}
      onDrop={(event) => insert(event, event.dataTransfer)}
    />
  )
}

function Warning() {
  return (
    <span className={classes.warning} role="status">
      <IconAlertTriangle size={14} aria-hidden />
      {cnpjWarning}
    </span>
  )
}
