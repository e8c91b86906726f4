import { Button, Group } from '@mantine/core'
import { Banner } from './banner.tsx'
import classes from './states.module.css'

/** Above rows that could not be brought up to date. */
export function StaleNotice({ error, onRetry }: { error: string; onRetry: (() => void) | undefined }) {
  return (
    <div className={classes.stale}>
      <Banner tone="danger">
        <Group gap="xs" justify="space-between">
          <div>
            <p>{error}</p>
            <p>As linhas abaixo são as de antes.</p>
          </div>
          {onRetry && (
            <Button variant="default" size="compact-md" onClick={onRetry}>
              Tentar novamente
            </Button>
          )}
        </Group>
      </Banner>
    </div>
  )
}
