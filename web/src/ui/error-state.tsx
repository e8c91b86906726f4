import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ErrorCode } from './error-code.tsx'
import classes from './states.module.css'

interface ErrorStateProps {
  /** The error message of contract 8. */
  title: string
  /** The id of the failed request (`errorCode`). */
  code?: string | undefined
  onRetry?: (() => void) | undefined
  /** Alternatives to retrying, e.g. a link back to the list. */
  children?: ReactNode
}

/** Replaces content that could not be loaded, with a retry button. */
export function ErrorState({ title, code, onRetry, children }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <IconAlertTriangle size={32} stroke={1.5} className="danger-ink" aria-hidden />
      <p className={classes.title}>{title}</p>
      {code && <ErrorCode code={code} />}
      <div className={classes.ways}>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            Tentar novamente
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}
