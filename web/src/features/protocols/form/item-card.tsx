import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { type Control, useFormState, useWatch } from 'react-hook-form'
import classes from './item-card.module.css'
import { ItemFields } from './item-fields.tsx'
import type { ItemForm, ProtocolForm } from './protocol-form.ts'

interface ItemCardProps {
  control: Control<ProtocolForm>
  index: number
  /** The item as it came, with the identity that the form gives it. */
  item: ItemForm & { id: string }
  startsFolded?: boolean
  /** Absent for an item that must stay. */
  onRemove?: ((index: number) => void) | undefined
}

/** One item of the form; folds away when it is done, and never hides an error. */
export const ItemCard = memo(OneItem, isSame)

function OneItem({ control, index, item, startsFolded = false, onRemove }: ItemCardProps) {
  const [isFolded, setFolded] = useState(startsFolded)
  const [wasOpened, setOpened] = useState(!startsFolded)
  const { errors } = useFormState({ control, name: `items.${index}` })
  const documentNumber = useWatch({ control, name: `items.${index}.documentNumber` })
  // An error opens the card for good: it must not fold under the hands that correct it.
  if (isFolded && errors.items?.[index]) setFolded(false)
  if (!isFolded && !wasOpened) setOpened(true)
  const title = `Item ${index + 1}`
  return (
    <section className={classes.card} aria-label={title} tabIndex={-1}>
      <header className={classes.head}>
        <h3 className={classes.title}>
          {title}
          {isFolded && documentNumber && <span className={classes.number}>{documentNumber}</span>}
        </h3>
        <div className={classes.actions}>
          {onRemove && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={`Remover ${title}`}
              onClick={() => onRemove(index)}
            >
              Remover Item
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-expanded={!isFolded}
            aria-label={isFolded ? `Abrir ${title}` : `Recolher ${title}`}
            onClick={() => setFolded(!isFolded)}
          >
            <IconChevronDown size={18} className={classes.chevron} data-open={!isFolded} aria-hidden />
          </ActionIcon>
        </div>
      </header>
      {/* Folded fields stay in the document: what was typed and the order of focus survive. */}
      <div hidden={isFolded}>{wasOpened && <ItemFields control={control} index={index} item={item} />}</div>
    </section>
  )
}

// The form makes all items anew when one comes or goes; a hundred cards need not be drawn again for that.
function isSame(before: ItemCardProps, now: ItemCardProps) {
  return (
    before.item.id === now.item.id &&
    before.index === now.index &&
    before.control === now.control &&
    before.onRemove === now.onRemove
  )
}
