import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { unsaved } from '../../lib/drafts.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

export interface Address {
  pathname: string
  search: object
}

interface UnsavedChanges {
  isDirty: boolean
  /** Whether the navigation loses the changes. */
  isLostBetween: (current: Address, next: Address) => boolean
  /** Says what is not saved. */
  sentence: string
  /** Called after the user chose to discard the changes, before navigating. */
  onGiveUp?: (() => void) | undefined
}

/**
 * Asks for confirmation before changes are lost by a link, Back, *Sair* or closing the tab.
 *
 * @returns `question` to render beside the form; `ask` to leave in a way of the form's own, such as Esc; `leave` to
 * leave without asking, for a button that says that the changes are lost
 */
export function useUnsavedChanges({ isDirty, isLostBetween, sentence, onGiveUp }: UnsavedChanges) {
  const [wayOut, setWayOut] = useState<(() => void) | null>(null)
  const isGivenUp = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !isGivenUp.current && isLostBetween(current, next),
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const giveUp = useEffectEvent(() => leave())
  useEffect(() => {
    if (!isDirty) return
    isGivenUp.current = false
    return unsaved.add(giveUp)
  }, [isDirty])

  const isAsking = wayOut !== null || blocker.status === 'blocked'
  const leave = (next?: (() => void) | null) => {
    isGivenUp.current = true
    onGiveUp?.()
    next?.()
  }
  const stay = () => {
    setWayOut(null)
    blocker.reset?.()
  }
  const question: ReactNode = (
    <LeaveDialog
      isOpen={isAsking}
      onLeave={() => {
        setWayOut(null)
        leave(wayOut ?? blocker.proceed)
      }}
      onStay={stay}
    >
      {sentence}
    </LeaveDialog>
  )
  const ask = (next: () => void) => {
    if (!isDirty) return leave(next)
    // Deferred, because the question would otherwise handle the same Esc key press that opened it.
    startTransition(() => setWayOut(() => next))
  }
  return { question, isAsking, ask, leave }
}

interface UnsavedChangesGuardProps {
  isDirty: boolean
  /** Called when the changes are discarded. */
  onLeave?: () => void
  /** Absent: the changes are lost when the path changes. */
  isLostBetween?: UnsavedChanges['isLostBetween']
}

/** For a form on its own page: only navigating to another page loses its changes. */
export function UnsavedChangesGuard({ isDirty, onLeave, isLostBetween = changesPage }: UnsavedChangesGuardProps) {
  const { question } = useUnsavedChanges({
    isDirty,
    isLostBetween,
    sentence: 'As alterações feitas nesta página ainda não foram salvas.',
    onGiveUp: onLeave,
  })
  return question
}

const changesPage = (current: Address, next: Address) => current.pathname !== next.pathname

interface LeaveDialogProps {
  isOpen: boolean
  /** Says what is not saved. */
  children: string
  isBusy?: boolean
  onLeave: () => void
  onStay: () => void
}

/** Asks for confirmation before discarding unsaved input. */
export function LeaveDialog({ isOpen, children, isBusy = false, onLeave, onStay }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Sair sem salvar?"
      confirmLabel="Sair sem salvar"
      cancelLabel="Continuar editando"
      busyLabel="Saindo..."
      isBusy={isBusy}
      isDangerous
      onConfirm={onLeave}
      onClose={onStay}
    >
      {children}
    </ConfirmDialog>
  )
}
