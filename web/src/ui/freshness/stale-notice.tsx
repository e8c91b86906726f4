import { Button, Group } from '@mantine/core'
import { formatDate, formatDateAtTime, formatTime } from '../../lib/format.ts'
import { Banner } from '../banner.tsx'

interface StaleNoticeProps {
  /** Why refreshing failed. */
  error: string
  /**
   * When the shown data was fetched, in milliseconds since 1970; 0 when it belongs to other parameters, e.g. another
   * page.
   */
  updatedAt: number | undefined
  onRetry: (() => void) | undefined
}

/** Shown above stale data: says when it was fetched and offers a retry. */
export function StaleNotice({ error, updatedAt, onRetry }: StaleNoticeProps) {
  return (
    <div className="mb-12">
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
