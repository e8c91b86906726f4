import { Button, Group } from '@mantine/core'
import { Banner } from './banner.tsx'

interface DraftBannerProps {
  /** What could not be kept, e.g. files. */
  missing?: string | false
  onDiscard: () => void
}

/** The form holds what was typed before the session ended. */
export function DraftBanner({ missing, onDiscard }: DraftBannerProps) {
  return (
    <Banner tone="progress">
      <Group gap="xs" justify="space-between">
        <div>
          <p>Recuperamos o que você estava digitando</p>
          {missing && <p>{missing}</p>}
        </div>
        <Button variant="default" size="compact-md" onClick={onDiscard}>
          Descartar
        </Button>
      </Group>
    </Banner>
  )
}
