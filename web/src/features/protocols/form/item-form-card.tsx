import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import type { Control } from 'react-hook-form'
import { focusFirstInvalid } from './focus-first-invalid.ts'
import { FoldedSummary } from './folded-summary.tsx'
import { ItemFields } from './item-fields.tsx'
import classes from './item-form-card.module.css'
import type { ItemForm, ProtocolForm } from './protocol-form.ts'
import { useHasError } from './use-field-error.ts'
import { useNearby } from './use-nearby.ts'

/** The first cards are always rendered; of the others only those near the viewport. */
const alwaysDrawn = 10

interface ItemFormCardProps {
  control: Control<ProtocolForm>
  index: number
  /** The item's initial values, with the id of `useFieldArray`. */
  item: ItemForm & { id: string }
  startsFolded?: boolean
  /** Validates the item and shows its errors: only a complete item can be collapsed (contract 2.7.6). */
  isComplete: (index: number) => Promise<boolean>
  /** Absent for an item that cannot be removed. */
  onRemove?: ((index: number) => void) | undefined
}

/** The card of one item; it can be collapsed when complete, and opens when it has an error. */
export const ItemFormCard = memo(OneItem, isSame)

function OneItem({ control, index, item, startsFolded = false, isComplete, onRemove }: ItemFormCardProps) {
  const [isFolded, setFolded] = useState(startsFolded)
  const card = useRef<HTMLElement>(null)
  const { isNear, height, draw } = useNearby(card, index >= alwaysDrawn)
  const hasError = useHasError(control, `items.${index}`)
  // An error opens the card permanently, so that it does not collapse while the user corrects the error.
  if (isFolded && hasError) setFolded(false)
  const toggle = async () => {
    if (isFolded || (await isComplete(index))) return setFolded(!isFolded)
    requestAnimationFrame(() => focusFirstInvalid(card.current))
  }
  const title = `Item ${index + 1}`
  return (
    <section
      ref={card}
      className={classes.card}
      aria-label={title}
      tabIndex={-1}
      data-folded={isFolded || undefined}
      data-has-error={hasError || undefined}
      style={{ minHeight: isFolded ? undefined : height }}
      onFocus={draw}
    >
      <header className={classes.head}>
        <h3 className={classes.title}>
          {title}
          {isFolded && <FoldedSummary control={control} index={index} known={item.known} />}
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
            onClick={toggle}
          >
            <IconChevronDown size={18} className={classes.chevron} data-open={!isFolded} aria-hidden />
          </ActionIcon>
        </div>
      </header>
      {isNear && !isFolded && <ItemFields control={control} index={index} item={item} />}
    </section>
  )
}

// Adding or removing an item creates new objects for all; this avoids rendering a hundred cards again.
function isSame(before: ItemFormCardProps, now: ItemFormCardProps) {
  return (
    before.item.id === now.item.id &&
    before.index === now.index &&
    before.control === now.control &&
    before.onRemove === now.onRemove
  )
}
