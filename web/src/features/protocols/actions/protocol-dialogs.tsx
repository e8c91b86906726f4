import { useMounted } from '@mantine/hooks'
import type { ComponentProps } from 'react'
import { CancelDialog } from './cancel-dialog.tsx'
import { CompleteDialog } from './complete-dialog.tsx'

interface ProtocolDialogsProps {
  completing: ComponentProps<typeof CompleteDialog>
  cancelling: ComponentProps<typeof CancelDialog>
}

/** Loaded when the first one is asked for. */
export default function ProtocolDialogs({ completing, cancelling }: ProtocolDialogsProps) {
  // A dialog remembers where the focus was when it opens, not when it is born open.
  const isReady = useMounted()
  return (
    <>
      <CompleteDialog {...completing} isOpen={isReady && completing.isOpen} />
      <CancelDialog {...cancelling} isOpen={isReady && cancelling.isOpen} />
    </>
  )
}
