import { Group, Skeleton } from '@mantine/core'
import { Card } from '../../../ui/card.tsx'
import { PathSkeleton } from '../../../ui/path/path-skeleton.tsx'
import view from './protocol-view.module.css'

const rows = [0, 1, 2]
const columns = ['19%', '16%', '15%', '18%', '14%', '10%']

/** Has the shape of the page: path, progress, tabs, items and remarks. */
export function ProtocolSkeleton() {
  return (
    <div aria-busy aria-label="Carregando protocolo" role="status">
      <Card>
        <PathSkeleton />
        <Skeleton height={8} mt={52} mb={4} />
      </Card>
      <Group gap={32} className={view.waitingTabs}>
        {[56, 72, 88].map((width) => (
          <Skeleton key={width} height={14} width={width} />
        ))}
      </Group>
      <Skeleton height={16} width={48} mt={8} mb={20} />
      <div className={view.waitingItems}>
        {rows.map((row) => (
          <div key={row} className={view.waitingItem}>
            {columns.map((width) => (
              <Skeleton key={width} height={12} width={width} />
            ))}
          </div>
        ))}
      </div>
      <Card>
        <Skeleton height={16} width={110} mb={24} />
        <Skeleton height={14} width="60%" />
      </Card>
    </div>
  )
}
