import { Skeleton, Stack } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { PathSkeleton } from '../../ui/path/path-skeleton.tsx'

/** Has the shape of the results: their number, and two with paths. */
export function TrackingSkeleton() {
  return (
    <Stack aria-busy aria-label="Buscando" role="status">
      <Skeleton height={20} width={260} />
      {[1, 2].map((one) => (
        <Card key={one}>
          <Stack gap="md">
            <Skeleton height={20} width="30%" />
            <PathSkeleton />
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}
