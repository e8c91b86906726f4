import { canAssign } from '@malote/core/items/item-rules.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Button } from '@mantine/core'
import { IconUsersPlus } from '@tabler/icons-react'
import { useToday } from '../../../domain/organisation/use-today.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { itemColumns } from '../item-columns.tsx'
import { ItemPanel } from '../item-panel.tsx'
import { ItemRowCard } from '../item-row-card.tsx'
import { useItemActions } from '../use-item-actions.tsx'
import classes from './items-section.module.css'

interface ItemsSectionProps {
  protocol: ProtocolDetail
  openItemId: number | null
  onOpenItem: (id: number | null) => void
}

/** The items of a protocol; one of them may be open in the side panel. */
export function ItemsSection({ protocol, openItemId, onOpenItem }: ItemsSectionProps) {
  const viewer = useViewer()
  const today = useToday()
  const { run, assignSeveral, dialogs, isDialogOpen } = useItemActions(protocol)
  const { items } = protocol
  const assignable = items.filter((item) => canAssign(viewer, protocol, item).allowed)
  const context = { protocol, viewer, today, onOpen: onOpenItem, onAction: run }
  return (
    <section aria-labelledby="items-title">
      <div className={classes.head}>
        <h2 id="items-title" className={classes.title}>
          Itens
        </h2>
        {assignable.length > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUsersPlus size={16} aria-hidden />}
            onClick={() => assignSeveral(assignable)}
          >
            Atribuir em massa
          </Button>
        )}
      </div>
      <DataTable
        caption="Itens do protocolo"
        columns={itemColumns(context)}
        rows={items}
        rowKey={({ id }) => id}
        card={(item) => <ItemRowCard item={item} context={context} />}
        isSelected={({ id }) => id === openItemId}
        empty={<EmptyState title="Nenhum item neste protocolo" />}
      />
      <ItemPanel
        item={items.find(({ id }) => id === openItemId) ?? null}
        context={context}
        isCovered={isDialogOpen}
        onClose={() => onOpenItem(null)}
      />
      {dialogs}
    </section>
  )
}
