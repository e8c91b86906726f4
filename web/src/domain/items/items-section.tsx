import { acts } from '@malote/core/acts/act.ts'
import { type Item, largestBulk } from '@malote/core/items/item.ts'
import { canAssign, canForwardInBulk, canReturnInBulk } from '@malote/core/items/item-rules.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import { Button } from '@mantine/core'
import { IconUsersPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { EmptyState } from '../../ui/states.tsx'
import { DotLabel } from '../../ui/status-badge.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { RowCard, RowLine } from '../../ui/table/row-action.tsx'
import { type BarAction, SelectionBar } from '../../ui/table/selection-bar.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { actIcons } from '../acts/act-looks.ts'
import { useAnsweredUntil } from '../due-dates/requests/requests.api.ts'
import { ProtocolOccurrences } from '../occurrences/occurrence-list.tsx'
import { OpenOccurrences } from '../occurrences/occurrences-line.tsx'
import { useToday } from '../organisation/config.ts'
import { useSelection } from '../screens/use-selection.ts'
import { useViewer } from '../session/session.tsx'
import { bulkActionsFor, bulkLook } from './bulk/bulk-actions.ts'
import type { BulkItem } from './bulk/bulk-item.ts'
import { RefusalList } from './bulk/refusals.tsx'
import { useBulk } from './bulk/use-bulk.tsx'
import { OriginalDate, wasExtended } from './due-words.tsx'
import { ItemRowMenu, useItemActions } from './item-buttons.tsx'
import { DueDate, ItemBox, ItemLink, itemColumns, MoreTimeNote, Responsible, SelectItems } from './item-columns.tsx'
import type { ItemContext } from './item-context.ts'
import { ItemPanel } from './item-details.tsx'
import { ReminderNote } from './item-notes.tsx'
import { ItemStatusBadge } from './item-status-badge.tsx'
import classes from './items.module.css'
import { Whereabouts } from './whereabouts.tsx'

interface ItemsSectionProps {
  protocol: ProtocolDetail
  openItemId: number | null
  onOpenItem: (id: number | null, options?: { replace: boolean }) => void
  /** Beside the heading. */
  progress: ReactNode
  /** Below the items, beside the panel. */
  children: ReactNode
}

/** The items of a protocol; one of them may be open in the panel, which stands beside them where there is room. */
export function ItemsSection({ protocol, openItemId, onOpenItem, progress, children }: ItemsSectionProps) {
  const viewer = useViewer()
  const today = useToday()
  const lastAnswered = useAnsweredUntil()
  const isBeside = useMedia('(min-width: 75em)')
  const isWide = useMedia('(min-width: 85em)')
  const { run, assignSeveral, forward, resolve, dialogs, isDialogOpen } = useItemActions()
  const { items } = protocol
  const assignable = items.filter((item) => canAssign(viewer, protocol, item).allowed)

  const toItem = (item: Item): BulkItem => ({ ...item, protocolId: protocol.id, protocol })
  const actionsFor = (some: readonly Item[]) => bulkActionsFor(viewer, some.map(toItem), today)
  const isForwardable = (item: Item) => canForwardInBulk(viewer, protocol, item).allowed
  const isChoosable = (item: Item) => actionsFor([item]).length > 0 || isForwardable(item)
  const choosable = items.filter(isChoosable)
  const selection = useSelection<Item>({
    name: `protocolo-${protocol.id}`,
    list: String(protocol.id),
    page: '1',
    rows: items,
    canChoose: isChoosable,
    loadAll: async () => items,
    limit: largestBulk,
  })
  const bulk = useBulk({ selection, toItem })
  const refusalOf = (item: Item) => (isChoosable(item) ? null : refusalIn(canReturnInBulk(viewer, protocol, item)))
  const context: ItemContext = {
    protocol,
    viewer,
    today,
    lastAnswered,
    // One item is quicker handled by its own menu.
    choice: choosable.length > 1 || selection.rows.length > 0 ? { selection, choosable, refusalOf } : null,
    onOpen: onOpenItem,
    onAction: run,
    onResolve: resolve,
  }
  const count = selection.rows.length
  const passOn: BarAction = {
    label: `${acts.forward.verb} selecionados`,
    icon: actIcons.forward,
    onPress: () => forward(selection.rows, protocol.id),
  }
  const opened = items.find(({ id }) => id === openItemId) ?? null
  const hasPanel = isBeside && opened !== null
  useOpenRow(hasPanel ? openItemId : null)
  return (
    <div className={classes.parts} data-beside={hasPanel || undefined}>
      <div className={classes.main}>
        <section aria-labelledby="items-title">
          <div className={classes.itemsSectionHead}>
            <h2 id="items-title" className="heading">
              Itens
            </h2>
            {progress}
            {assignable.length > 0 && count === 0 && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconUsersPlus size={16} aria-hidden />}
                onClick={() => assignSeveral(assignable, protocol.id)}
              >
                Atribuir em massa
              </Button>
            )}
          </div>
          <RefusalList refusals={bulk.refusals} onClose={bulk.forgetRefusals} />
          <DataTable
            caption="Itens do protocolo"
            columns={itemColumns(
              context,
              hasPanel ? (isWide ? ['type', 'category'] : ['type', 'category', 'responsible']) : [],
            )}
            rows={items}
            rowKey={({ id }) => id}
            card={(item) => <ItemRowCard item={item} context={context} />}
            isSelected={(item) => item.id === openItemId || selection.has(item)}
            onRowPress={({ id }) => onOpenItem(id)}
            empty={<EmptyState title="Nenhum item neste protocolo" />}
          />
          {context.choice && count > 0 && (
            <SelectionBar
              words={`${count} item(ns) selecionado(s)`}
              count={count}
              selectPage={<SelectItems choice={context.choice} label="Selecionar todos" />}
              whole={null}
              actions={[
                ...actionsFor(selection.rows).map((action) => ({
                  ...bulkLook(action),
                  onPress: () => bulk.run(action),
                })),
                ...(selection.rows.some(isForwardable) ? [passOn] : []),
              ]}
              onClear={selection.clear}
              isFloating
            />
          )}
          <ProtocolOccurrences protocol={protocol} onResolve={resolve} />
          {dialogs}
          {bulk.dialogs}
        </section>
        {children}
      </div>
      <ItemPanel
        item={opened}
        context={context}
        isBeside={isBeside}
        isCovered={isDialogOpen}
        onGo={(id) => onOpenItem(id, { replace: true })}
        onClose={() => onOpenItem(null)}
      />
    </div>
  )
}

/** Keeps the row of the open item in view. */
function useOpenRow(id: number | null) {
  useEffect(() => {
    if (id !== null) document.querySelector(`[data-item="${id}"]`)?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }, [id])
}

/** An item as a card, for phones. */
function ItemRowCard({ item, context }: { item: Item; context: ItemContext }) {
  return (
    <RowCard
      head={
        <div className="row wrap gap-4-12">
          {context.choice && (
            <span className="above">
              <ItemBox item={item} context={context} />
            </span>
          )}
          <ItemLink item={item} onOpen={context.onOpen} />
          <ItemStatusBadge status={item.status} />
          <OpenOccurrences count={item.openOccurrences} />
        </div>
      }
      menu={<ItemRowMenu item={item} context={context} />}
    >
      <RowLine>
        <span>{item.itemType}</span>
        {item.category && <DotLabel color={item.categoryColor ?? null}>{item.category}</DotLabel>}
      </RowLine>
      <RowLine>
        <Responsible item={item} />
        <DueDate item={item} today={context.today} />
      </RowLine>
      {wasExtended(item) && (
        <RowLine>
          <OriginalDate item={item} />
        </RowLine>
      )}
      {(item.forwardedTo ?? item.forwardedFrom) && (
        <RowLine>
          <Whereabouts item={item} />
        </RowLine>
      )}
      {(item.extensionRequest || item.returnDate === null) && (
        <RowLine>
          <MoreTimeNote item={item} context={context} />
        </RowLine>
      )}
      {item.remindedAt && (
        <RowLine>
          <ReminderNote item={item} today={context.today} />
        </RowLine>
      )}
    </RowCard>
  )
}
