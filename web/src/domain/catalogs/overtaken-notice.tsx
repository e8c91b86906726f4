import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Banner } from '../../ui/banner.tsx'
import classes from './register.module.css'

interface OvertakenNoticeProps {
  message: string
  /** Discards what was typed; null when nothing was. */
  onDiscard: (() => void) | null
}

/**
 * Shown above the fields when another user saved the same record first. It takes the focus, which scrolls it into view.
 */
export function OvertakenNotice({ message, onDiscard }: OvertakenNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1}>
      <Banner tone="danger">
        <p>
          {message}{' '}
          {onDiscard
            ? 'O que você digitou continua aqui; os outros campos mostram o que está salvo agora.'
            : 'Os campos mostram o que está salvo agora.'}
        </p>
        {onDiscard && (
          <Button variant="default" size="compact-md" className={classes.discard} onClick={onDiscard}>
            Descartar o que digitei
          </Button>
        )}
      </Banner>
    </div>
  )
}
