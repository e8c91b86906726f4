import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import classes from './touch-close.module.css'

/** Whether a finger is the main pointer: screen readers then have no Esc, and hide what is beside an open dialog. */
export const useIsTouch = () => useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })

/** The last line of a popover: closes it where a press beside it or Esc may be impossible. */
export function TouchClose({ onClose }: { onClose: () => void }) {
  if (!useIsTouch()) return null
  return (
    <Button variant="subtle" fullWidth className={classes.close} onClick={onClose}>
      Fechar
    </Button>
  )
}
