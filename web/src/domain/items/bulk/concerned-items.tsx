import { absentWords } from '@malote/core/items/item-rules.ts'
import { counted } from '../../../lib/format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { itemName } from '../item-name.ts'
import classes from './bulk.module.css'
import type { BulkItem } from './bulk-item.ts'

interface ConcernedItemsProps {
  accepted: readonly BulkItem[]
  absent: readonly BulkItem[]
  refused: readonly { item: BulkItem; message: string }[]
  /** What is said after the name of an item: where it goes, or who has it. */
  note: (item: BulkItem) => string
  /** How many have been sent; null before. */
  done: number | null
}

/** The items of a bulk action, and below them those that stay out, with the reasons. */
export function ConcernedItems({ accepted, absent, refused, note, done }: ConcernedItemsProps) {
  return (
    <>
      {accepted.length > 0 && (
        <ul className={classes.items} tabIndex={accepted.length > 6 ? 0 : undefined} aria-label="Itens">
          {accepted.map((item) => (
            <li key={item.id}>
              {itemName(item)} <span className={classes.soft}>{note(item)}</span>
            </li>
          ))}
        </ul>
      )}
      {absent.length > 0 && (
        <ul
          className={classes.absent}
          tabIndex={absent.length > 6 ? 0 : undefined}
          aria-label="Itens que ficam de fora"
        >
          {absent.map((item) => (
            <li key={item.id}>
              {itemName(item)} {item.absent && absentWords[item.absent]}: fica de fora
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <details className={classes.refused}>
          <summary>{counted(refused.length, 'item fica de fora', 'itens ficam de fora')}</summary>
          <ul>
            {refused.map(({ item, message }) => (
              <li key={item.id}>
                {itemName(item)}: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
      {done !== null && done > 0 && (
        <div className={classes.progress}>
          <span aria-hidden>
            {done} de {accepted.length}
          </span>
          <ProgressBar completed={done} total={accepted.length} label="Itens enviados" withCount={false} isRunning />
        </div>
      )}
    </>
  )
}
