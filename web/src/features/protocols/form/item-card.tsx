import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type Control, useFormState, useWatch } from 'react-hook-form'
import classes from './item-card.module.css'
import { ItemFields } from './item-fields.tsx'
import type { ProtocolForm } from './protocol-form.ts'

interface ItemCardProps {
  control: Control<ProtocolForm>
  index: number
  isExisting?: boolean
  /** Absent for an item that must stay. */
  onRemove?: (() => void) | undefined
}

/** One item of the form; folds away when it is done, and never hides an error. */
export function ItemCard({ control, index, isExisting = false, onRemove }: ItemCardProps) {
  const [isFolded, setFolded] = useState(false)
  const { errors } = useFormState({ control, name: `items.${index}` })
  const documentNumber = useWatch({ control, name: `items.${index}.documentNumber` })
  const isOpen = !isFolded || Boolean(errors.items?.[index])
  const title = `Item ${index + 1}`
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h3 className={classes.title}>
          {title}
          {!isOpen && documentNumber && <span className={classes.number}>{documentNumber}</span>}
        </h3>
        <div className={classes.actions}>
          {onRemove && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={onRemove}
            >
              Remover Item
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-label={isOpen ? `Recolher ${title}` : `Abrir ${title}`}
            onClick={() => setFolded(isOpen)}
          >
            <IconChevronDown size={18} className={classes.chevron} data-open={isOpen} aria-hidden />
          </ActionIcon>
        </div>
      </header>
      {/* Folded fields stay in the document: what was typed and the order of focus survive. */}
      <div hidden={!isOpen}>
        <ItemFields control={control} index={index} isExisting={isExisting} />
      </div>
    </section>
  )
}
