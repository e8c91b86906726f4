import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { Anchor } from '@mantine/core'
import { IconPaperclip, IconUserExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { counted } from '../../lib/format.ts'
import { BadgeStack, DotLabel, StatusBadge } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { SelectBox, SelectPage } from '../../ui/table/select-box.tsx'
import { requestActionsFor } from '../due-dates/requests/request-actions.ts'
import { WhyDueDate } from '../due-dates/why-due-date.tsx'
import { OpenOccurrences } from '../occurrences/occurrences-line.tsx'
import { dueWords, OriginalDate } from './due-words.tsx'
import { datingActionFor } from './item-actions.ts'
import { ItemRowMenu } from './item-buttons.tsx'
import type { ItemChoice, ItemContext } from './item-context.ts'
import { itemName, itemSubtitle, itemTitle } from './item-name.ts'
import { ExtensionNote, ReminderNote } from './item-notes.tsx'
import { ItemStatusBadge } from './item-status-badge.tsx'
import classes from './items.module.css'
import { Whereabouts } from './whereabouts.tsx'

/** @param hidden keys of columns for which there is no room */
export const itemColumns = (context: ItemContext, hidden: readonly string[]): Column<Item>[] =>
  allColumns(context).filter(({ key }) => !hidden.includes(key))

const allColumns = (context: ItemContext): Column<Item>[] => [
  {
    key: 'document',
    header: <DocumentHeader context={context} />,
    headerName: 'Nº documento',
    isRowHeader: true,
    rowName: itemTitle,
    cell: (item) => (
      <span className={classes.first}>
        <ItemBox item={item} context={context} />
        <span className="column align-start">
          <ItemLink item={item} onOpen={context.onOpen} />
          <Whereabouts item={item} />
        </span>
      </span>
    ),
  },
  { key: 'type', header: 'Tipo', cell: ({ itemType }) => itemType || '—' },
  {
    key: 'category',
    header: 'Categoria',
    cell: ({ category, categoryColor }) =>
      category ? <DotLabel color={categoryColor ?? null}>{category}</DotLabel> : '—',
  },
  { key: 'responsible', header: 'Responsável', cell: (item) => <Responsible item={item} /> },
  {
    key: 'returnDate',
    header: 'Data de retorno',
    cell: (item) => (
      <span className={classes.dueDay}>
        <DueDate item={item} today={context.today} />
        <OriginalDate item={item} />
        <ReminderNote item={item} today={context.today} />
        <MoreTimeNote item={item} context={context} />
      </span>
    ),
  },
  { key: 'status', header: 'Status', cell: (item) => <Statuses item={item} /> },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    width: '72px',
    cell: (item) => <ItemRowMenu item={item} context={context} />,
  },
]

/** The column's name, after the checkbox for all items where several may be chosen. */
function DocumentHeader({ context: { choice } }: { context: ItemContext }) {
  if (!choice) return 'Nº documento'
  return (
    <span className={classes.first}>
      <SelectItems choice={choice} />
      Nº documento
    </span>
  )
}

export function SelectItems({ choice, label }: { choice: ItemChoice; label?: string }) {
  const { choosable, selection } = choice
  return (
    <SelectPage
      {...(label && { label })}
      isAll={choosable.length > 0 && choosable.every(selection.has)}
      isSome={selection.rows.length > 0}
      refusal={null}
      onToggle={() => selection.togglePage(choosable)}
    />
  )
}

export function ItemBox({ item, context: { choice } }: { item: Item; context: ItemContext }) {
  if (!choice) return null
  return (
    <SelectBox
      label={`Selecionar ${itemName(item)}`}
      isChosen={choice.selection.has(item)}
      refusal={choice.refusalOf(item)}
      onToggle={(isRange) => choice.selection.toggle(item, isRange)}
    />
  )
}

export function ItemLink({ item, onOpen }: { item: Item; onOpen: (id: number) => void }) {
  const count = item.attachments?.length ?? 0
  const files = counted(count, 'anexo', 'anexos')
  const subtitle = itemSubtitle(item)
  return (
    <span className={classes.itemColumnsDocument}>
      <Anchor component="button" type="button" inherit fw={500} data-item={item.id} onClick={() => onOpen(item.id)}>
        {itemTitle(item)}
      </Anchor>
      {count > 0 && (
        <span className={classes.clip} title={files}>
          <IconPaperclip size={14} role="img" aria-label={files} />
        </span>
      )}
      {subtitle && <span className={classes.description}>{subtitle}</span>}
    </span>
  )
}

const Statuses = ({ item: { status, openOccurrences } }: { item: Item }) => (
  <BadgeStack>
    <ItemStatusBadge status={status} />
    <OpenOccurrences count={openOccurrences} />
  </BadgeStack>
)

export function Responsible({ item, children = item.responsible }: { item: Item; children?: ReactNode }) {
  if (!item.responsible) return <span className="soft">Não atribuído</span>
  return (
    <span className={classes.responsible}>
      {children}
      <AwayBadge item={item} />
    </span>
  )
}

/** Marks a pending item whose responsible user has moved or was deactivated, so that it can be handed over. */
function AwayBadge({ item: { responsibleHasLeft, status } }: { item: Item }) {
  if (!responsibleHasLeft || status !== itemStatus.pending) return null
  return (
    <StatusBadge tone="pending" icon={IconUserExclamation}>
      Responsável fora do departamento
    </StatusBadge>
  )
}

/**
 * The open request for more time, which leads those who may decide to its dialog; of an item without a date the act by
 * which it gets one.
 */
export function MoreTimeNote({ item, context }: { item: Item; context: ItemContext }) {
  const { viewer, protocol, lastAnswered, onAction } = context
  const dating = datingActionFor(viewer, protocol, item)
  if (dating && !item.extensionRequest) {
    return (
      <Anchor component="button" type="button" size="sm" data-own-press onClick={() => onAction(dating.action, item)}>
        {dating.label}
      </Anchor>
    )
  }
  const mayDecide = requestActionsFor(viewer, protocol, item, lastAnswered).includes('decide')
  return <ExtensionNote item={item} onDecide={mayDecide && (() => onAction('decide', item))} />
}

/** The due date, and how near it is while the item is pending. */
export function DueDate({ item: { id, returnDate, status }, today }: { item: Item; today: CivilDate }) {
  if (!returnDate) return <span className="soft">—</span>
  const { tone, words } = dueWords(returnDate, today)
  return (
    <span className={classes.due}>
      <WhyDueDate itemId={id} returnDate={returnDate} />
      {status === itemStatus.pending && words && (
        <span className={classes.near} data-tone={tone}>
          {words}
        </span>
      )}
    </span>
  )
}
