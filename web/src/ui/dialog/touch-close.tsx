import { Button } from '@mantine/core'
import { useIsTouch } from '../use-media.ts'
import classes from './dialog.module.css'

/** The last line of a popover: closes it where a press beside it or Esc may be impossible. */
export function TouchClose({ onClose }: { onClose: () => void }) {
  if (!useIsTouch()) return null
  return (
    <Button variant="subtle" fullWidth className={classes.close} onClick={onClose}>
      Fechar
    </Button>
  )
}
