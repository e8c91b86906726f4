import { Group, Skeleton, Stack } from '@mantine/core'
import { Card } from '../../../ui/card.tsx'
import classes from './details-tab.module.css'
import view from './protocol-view.module.css'

const facts = [0, 1, 2, 3, 4, 5]

/** Has the shape of the page: path, progress, tabs, facts and remarks. */
export function ProtocolSkeleton() {
  return (
    <div aria-busy aria-label="Carregando protocolo" role="status">
      <Card>
        <Ends height={20} width={160} />
        <Skeleton height={18} radius="xl" my={12} />
        <Ends height={12} width={120} />
        <Skeleton height={8} mt={52} mb={4} />
      </Card>
      <Group gap={32} className={view.waitingTabs}>
        {[56, 72, 88].map((width) => (
          <Skeleton key={width} height={14} width={width} />
        ))}
      </Group>
      <div className={classes.pair}>
        <Card>
          <Skeleton height={16} width={150} mb={24} />
          <div className={view.waitingFacts}>
            {facts.map((fact) => (
              <Stack key={fact} gap={8}>
                <Skeleton height={10} width="60%" />
                <Skeleton height={14} width="80%" />
              </Stack>
            ))}
          </div>
        </Card>
        <Card>
          <Skeleton height={16} width={110} mb={24} />
          <Skeleton height={14} width="85%" />
        </Card>
      </div>
    </div>
  )
}

const Ends = (size: { height: number; width: number }) => (
  <Group justify="space-between" wrap="nowrap">
    <Skeleton {...size} />
    <Skeleton {...size} />
  </Group>
)
