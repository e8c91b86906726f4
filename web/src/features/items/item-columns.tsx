import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { Anchor } from '@mantine/core'
import { IconPaperclip, IconUserExclamation } from '@tabler/icons-react'
import { dueWords } from '../../domain/items/due-words.ts'
import { itemSubtitle, itemTitle } from '../../domain/items/item-name.ts'
import { ItemStatusBadge } from '../../domain/items/item-status-badge.tsx'
import { formatDate } from '../../lib/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DotLabel } from '../../ui/dot-label.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './item-columns.module.css'
import type { ItemContext } from './item-context.ts'
import { ItemRowMenu } from './item-row-menu.tsx'

export const itemColumns = (context: ItemContext): Column<Item>[] => [
  {
    key: 'document',
    header: 'Nº documento',
    isRowHeader: true,
    cell: (item) => <ItemLink item={item} onOpen={context.onOpen} />,
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
    cell: (item) => <DueDate item={item} today={context.today} />,
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <ItemStatusBadge status={status} /> },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    width: '72px',
    cell: (item) => <ItemRowMenu item={item} context={context} />,
  },
]

export function ItemLink({ item, onOpen }: { item: Item; onOpen: (id: number) => void }) {
  const count = item.attachments?.length ?? 0
  const subtitle = itemSubtitle(item)
  return (
    <span className={classes.document}>
      <Anchor component="button" type="button" inherit fw={500} onClick={() => onOpen(item.id)}>
        {itemTitle(item)}
      </Anchor>
      {count > 0 && (
        <span className={classes.clip} title={count === 1 ? '1 anexo' : `${count} anexos`}>
          <IconPaperclip size={14} role="img" aria-label={count === 1 ? '1 anexo' : `${count} anexos`} />
        </span>
      )}
      {subtitle && <span className={classes.description}>{subtitle}</span>}
    </span>
  )
}

export function Responsible({ item }: { item: Item }) {
  if (!item.responsible) return <span className={classes.missing}>Não atribuído</span>
  return (
    <span className={classes.responsible}>
      {item.responsible}
      <AwayBadge item={item} />
    </span>
  )
}

/** Marks a pending item whose responsible user has moved or was deactivated, so that it can be handed over. */
export function AwayBadge({ item: { responsibleHasLeft, status } }: { item: Item }) {
  if (!responsibleHasLeft || status !== itemStatus.pending) return null
  return (
    <StatusBadge tone="pending" icon={IconUserExclamation}>
      Responsável fora do departamento
    </StatusBadge>
  )
}

/** The due date, and how near it is while the item is pending. */
export function DueDate({ item: { returnDate, status }, today }: { item: Item; today: CivilDate }) {
  if (!returnDate) return <span className={classes.missing}>—</span>
  const { tone, words } = dueWords(returnDate, today)
  return (
    <span className={classes.due}>
      <time dateTime={returnDate}>{formatDate(returnDate)}</time>
      {status === itemStatus.pending && words && (
        <span className={classes.near} data-tone={tone}>
          {words}
        </span>
      )}
    </span>
  )
}
