import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { unsaved } from '../lib/unsaved.ts'
import { LeaveDialog } from './leave-dialog.tsx'

interface UnsavedChangesGuardProps {
  isDirty: boolean
  /** The changes are given up. */
  onLeave?: () => void
}

/** Asks before a form with changes is left, by a link, Back, *Sair* or by closing the tab. */
export function UnsavedChangesGuard({ isDirty, onLeave }: UnsavedChangesGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const giveUp = useEffectEvent(() => onLeave?.())
  useEffect(() => (isDirty ? unsaved.add(giveUp) : undefined), [isDirty])
  return (
    <LeaveDialog
      isOpen={blocker.status === 'blocked'}
      onLeave={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
      onStay={() => blocker.reset?.()}
    >
      As alterações feitas nesta página ainda não foram salvas.
    </LeaveDialog>
  )
}
