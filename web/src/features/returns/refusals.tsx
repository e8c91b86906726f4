import type { BulkResults } from '@malote/core/items/item.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { CloseButton } from '@mantine/core'
import { itemName } from '../../domain/items/item-name.ts'
import { Banner } from '../../ui/banner.tsx'
import classes from './refusals.module.css'

export interface Refusal {
  id: number
  name: string
  message: string
}

/** Items of a bulk return that the server refused, with the reason; their rows may no longer be loaded. */
export const refusalsOf = ({ errors }: BulkResults, rows: readonly ReturnRow[]): Refusal[] =>
  errors.map(({ id, message }) => {
    const row = rows.find((one) => one.id === id)
    return { id, message, name: row ? itemName(row) : `Item ${id}` }
  })

export function Refusals({ refusals, onClose }: { refusals: readonly Refusal[]; onClose: () => void }) {
  return (
    <div className={classes.box}>
      <Banner tone="pending">
        <p className={classes.title}>Não retornados</p>
        <ul className={classes.list}>
          {refusals.map(({ id, name, message }) => (
            <li key={id}>
              {name}: {message}
            </li>
          ))}
        </ul>
      </Banner>
      <CloseButton className={classes.close} aria-label="Fechar a lista de itens não retornados" onClick={onClose} />
    </div>
  )
}
