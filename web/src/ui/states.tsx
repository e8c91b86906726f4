import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy, IconInbox, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import classes from './ui.module.css'

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

/** The id of a failed request, with which those who run the server find it in the log. */
export function ErrorCode({ code }: { code: string }) {
  const text = useRef<HTMLElement>(null)
  const [isCopied, setCopied] = useState(false)
  return (
    <span className={classes.code}>
      Código do erro: <code ref={text}>{code}</code>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={isCopied ? 'Código copiado' : 'Copiar o código do erro'}
        onClick={async () => setCopied(await copyText(code, text.current))}
      >
        {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </span>
  )
}

interface EmptyStateProps {
  /** Says what is missing. */
  title: string
  /** What will appear here, or how to start. */
  children?: ReactNode
  action?: ReactNode
  icon?: TablerIcon
}

/** The empty state of a list or screen. */
export function EmptyState({ title, children, action, icon: Icon = IconInbox }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Icon size={32} stroke={1.5} className="soft" aria-hidden />
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.hint}>{children}</p>}
      {action}
    </div>
  )
}
