import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface SubmitButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  isBusy: boolean
  /** Label while busy, e.g. 'Salvando...'. */
  busyLabel: string
  children: ReactNode
  isDisabled?: boolean
}

/**
 * Shows that the form is being sent and prevents double submits. It stays focusable while busy, so keyboard users keep
 * their place.
 */
export function SubmitButton({ isBusy, busyLabel, children, isDisabled = false, ...rest }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      {...rest}
      disabled={isDisabled}
      data-disabled={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      // Announces 'Salvando...' as well.
      aria-live="polite"
      // Ignores the second click of a double click; `isBusy` may not be rendered yet then.
      onClick={(event) => (isBusy || event.detail > 1) && event.preventDefault()}
    >
      {isBusy ? busyLabel : children}
    </Button>
  )
}
