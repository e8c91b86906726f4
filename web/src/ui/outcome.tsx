import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from './banner.tsx'

interface OutcomeProps {
  tone: 'success' | 'pending'
  children: ReactNode
}

/** How it ended, in place of the form. It takes the focus, so that screen readers say it: the pressed button is gone. */
export function Outcome({ tone, children }: OutcomeProps) {
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => outcome.current?.focus(), [])
  return (
    <div ref={outcome} tabIndex={-1}>
      <Banner tone={tone}>{children}</Banner>
    </div>
  )
}
