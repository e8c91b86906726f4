import { Button, Group } from '@mantine/core'
import { formatDate, formatDateAtTime, formatTime } from '../lib/format.ts'
import { Banner } from './banner.tsx'
import classes from './states.module.css'

interface StaleNoticeProps {
  /** Why it could not be brought up to date. */
  error: string
  /** When what is shown was asked for, in milliseconds since 1970; 0 when it answers another question, e.g. another page. */
  updatedAt: number | undefined
  onRetry: (() => void) | undefined
}

/** Above rows, figures and pages that could not be brought up to date: they stay, and it says of when they are. */
export function StaleNotice({ error, updatedAt, onRetry }: StaleNoticeProps) {
  return (
    <div className={classes.stale}>
      <Banner tone="danger">
        <Group gap="xs" justify="space-between">
          <div>
            <p>{error}</p>
            <p>
              {updatedAt ? `Mostrando dados de ${momentOf(new Date(updatedAt))}.` : 'As linhas abaixo são as de antes.'}
            </p>
          </div>
          {onRetry && (
            <Button variant="default" size="compact-md" onClick={() => onRetry()}>
              Tentar novamente
            </Button>
          )}
        </Group>
      </Banner>
    </div>
  )
}

const momentOf = (instant: Date) =>
  formatDate(instant) === formatDate(new Date()) ? formatTime(instant) : formatDateAtTime(instant)
