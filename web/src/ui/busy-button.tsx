import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** What it does is under way. */
  isBusy: boolean
}

/**
 * Ignores presses while busy, and is not disabled then: that would take the focus from it, the keyboard would lose its
 * place, and a dialog that it opens could not give the focus back.
 */
export const BusyButton = ({ isBusy, onClick, ...rest }: BusyButtonProps) => (
  <Button
    {...rest}
    data-disabled={isBusy || undefined}
    aria-disabled={isBusy || undefined}
    onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
  />
)
