import { Skeleton, Stack } from '@mantine/core'
import { Card } from '../../../ui/card.tsx'

/** The shape of what comes: path, progress, facts, items. */
export function ProtocolSkeleton() {
  return (
    <Stack aria-busy aria-label="Carregando protocolo" role="status">
      <Card>
        <Stack gap="md">
          <Skeleton height={20} width="40%" />
          <Skeleton height={18} radius="xl" />
          <Skeleton height={8} />
        </Stack>
      </Card>
      <Skeleton height={36} width={320} />
      <Card>
        <Stack gap="sm">
          {[70, 55, 80, 60].map((width) => (
            <Skeleton key={width} height={14} width={`${width}%`} />
          ))}
        </Stack>
      </Card>
    </Stack>
  )
}
