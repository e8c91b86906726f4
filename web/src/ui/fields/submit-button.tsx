import type { ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from '../busy-button.tsx'

interface SubmitButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  isBusy: boolean
  /** Label while busy, e.g. 'Salvando...'. */
  busyLabel: string
  children: ReactNode
  isDisabled?: boolean
}

/** Shows that the form is being sent and prevents double submits. */
export function SubmitButton({ isBusy, busyLabel, children, isDisabled = false, ...rest }: SubmitButtonProps) {
  return (
    <BusyButton
      type="submit"
      {...rest}
      disabled={isDisabled}
      isBusy={isBusy}
      // Announces 'Salvando...' as well.
      aria-live="polite"
      // Ignores the second click of a double click; `isBusy` may not be rendered yet then.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    >
      {isBusy ? busyLabel : children}
    </BusyButton>
  )
}
