import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { unsaved } from '../lib/unsaved.ts'
import { LeaveDialog } from './leave-dialog.tsx'

export interface Address {
  pathname: string
  search: object
}

interface UnsavedChanges {
  isDirty: boolean
  /** Which change of the address would lose them. */
  isLostBetween: (current: Address, next: Address) => boolean
  /** Says what is not saved. */
  sentence: string
  /** Runs once the person has chosen to lose them, before they are led away. */
  onGiveUp?: (() => void) | undefined
}

/**
 * Asks before changes are lost by a link, Back, *Sair* or closing the tab.
 *
 * @returns `question` to be rendered beside the form; `ask` for a way out of the form's own, such as Esc; `leave` for one
 * that says itself that the changes are lost
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
    // Not within the key press: the question would take the Esc that has raised it as its answer.
    startTransition(() => setWayOut(() => next))
  }
  return { question, isAsking, ask, leave }
}

interface UnsavedChangesGuardProps {
  isDirty: boolean
  /** The changes are given up. */
  onLeave?: () => void
}

/** For a form that is a page of its own: only another page loses its changes. */
export function UnsavedChangesGuard({ isDirty, onLeave }: UnsavedChangesGuardProps) {
  const { question } = useUnsavedChanges({
    isDirty,
    isLostBetween: (current, next) => current.pathname !== next.pathname,
    sentence: 'As alterações feitas nesta página ainda não foram salvas.',
    onGiveUp: onLeave,
  })
  return question
}
