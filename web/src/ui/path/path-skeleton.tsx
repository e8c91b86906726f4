import { Group, Skeleton } from '@mantine/core'

/** Has the shape of a large path: names, two stations with a line between them, notes. */
export const PathSkeleton = () => (
  <div>
    <Ends height={20} width={160} />
    <Group gap={6} wrap="nowrap" my={12}>
      <Skeleton circle height={18} />
      <Skeleton height={4} />
      <Skeleton circle height={18} />
    </Group>
    <Ends height={12} width={120} />
  </div>
)

const Ends = (size: { height: number; width: number }) => (
  <Group justify="space-between" wrap="nowrap">
    <Skeleton {...size} />
    <Skeleton {...size} />
  </Group>
)
