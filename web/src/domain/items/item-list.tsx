import { Button, Checkbox } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { RefusableCheckbox } from '../../ui/fields/refusable-checkbox.tsx'
import { itemLine } from './item-name.ts'
import classes from './items.module.css'

/** More items are scrolled, by keyboard too. */
const mostInSight = 6

interface ListedItem {
  id: number
  documentNumber?: string | null | undefined
  description?: string | null | undefined
  itemType?: string | null | undefined
}

interface ItemListProps<Item> {
  label: string
  items: readonly Item[]
  /** Its own words for an item. */
  line?: (item: Item) => string
  /** What is said after an item. */
  note?: (item: Item) => ReactNode
}

/** The items that a dialog is about; nothing without any. */
export function ItemList<Item extends ListedItem>({ label, items, line = itemLine, note }: ItemListProps<Item>) {
  if (items.length === 0) return null
  return (
    <ul className={classes.items} tabIndex={items.length > mostInSight ? 0 : undefined} aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>
          <span>{line(item)}</span> {note && <span className="soft">{note(item)}</span>}
        </li>
      ))}
    </ul>
  )
}

interface ItemChoicesProps {
  label: string
  choices: readonly { item: ListedItem; refusal?: string | null; description?: string | undefined }[]
  chosen: ReadonlySet<number>
  error: string | null
  /** Said when there are none. */
  empty?: string
  onChange: (itemIds: number[]) => void
  ref?: Ref<HTMLDivElement>
}

/** The items of a dialog to tick; those that stay out say why. */
export function ItemChoices({ label, choices, chosen, error, empty, onChange, ref }: ItemChoicesProps) {
  const free = choices.filter(({ refusal = null }) => refusal === null)
  const isAll = free.length > 0 && free.every(({ item }) => chosen.has(item.id))
  return (
    <Checkbox.Group
      ref={ref}
      label={label}
      error={error}
      value={[...chosen].map(String)}
      onChange={(values) => onChange(values.map(Number))}
    >
      {free.length > 1 && (
        <Button
          variant="transparent"
          size="compact-sm"
          px={0}
          onClick={() => onChange(isAll ? [] : free.map(({ item }) => item.id))}
        >
          {isAll ? 'Desmarcar todos' : 'Marcar todos'}
        </Button>
      )}
      <div className={classes.items}>
        {choices.map(({ item, refusal = null, description }) => (
          <RefusableCheckbox
            key={item.id}
            value={String(item.id)}
            label={itemLine(item)}
            refusal={refusal}
            isRefusalInSight
            {...(refusal === null && { description })}
          />
        ))}
        {choices.length === 0 && <p>{empty}</p>}
      </div>
    </Checkbox.Group>
  )
}
