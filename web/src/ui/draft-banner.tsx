import { Button, Group } from '@mantine/core'
import { Banner } from './banner.tsx'

interface DraftBannerProps {
  /** What the draft could not keep, e.g. files. */
  missing?: string | false
  onDiscard: () => void
}

/** Says that the form was restored from a draft of an ended session. */
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
