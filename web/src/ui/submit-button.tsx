import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface SubmitButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  isBusy: boolean
  /** The words while it works, e.g. 'Salvando...'. */
  busyLabel: string
  children: ReactNode
  isDisabled?: boolean
}

/** Says what is happening and cannot be pressed twice. It keeps the focus while busy, so nobody loses their place. */
export function SubmitButton({ isBusy, busyLabel, children, isDisabled = false, ...rest }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      {...rest}
      disabled={isDisabled}
      data-disabled={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      // 'Salvando...' is spoken, too.
      aria-live="polite"
      // The second half of a double click is not a second wish; `isBusy` may not have arrived by then.
      onClick={(event) => (isBusy || event.detail > 1) && event.preventDefault()}
    >
      {isBusy ? busyLabel : children}
    </Button>
  )
}
