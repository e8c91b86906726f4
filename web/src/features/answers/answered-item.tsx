import classes from './answered-item.module.css'
import { inPortuguese } from './days.ts'
import type { OpenedLink } from './use-opened-link.ts'

/** The item that the reminder was about. */
export function AnsweredItem({ itemType, documentNumber, itemDescription, returnDate }: OpenedLink) {
  const title = documentNumber || itemDescription || itemType
  const details = [itemType, documentNumber && itemDescription].filter((text) => text && text !== title)
  return (
    <section className={classes.item} aria-label="Item">
      <p className={classes.title}>{title}</p>
      {details.length > 0 && <p className={classes.details}>{details.join(', ')}</p>}
      <p>
        Devolver até <time dateTime={returnDate}>{inPortuguese(returnDate)}</time>
      </p>
    </section>
  )
}
