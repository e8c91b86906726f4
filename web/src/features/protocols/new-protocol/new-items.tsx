import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Card } from '../../../ui/card.tsx'
import { ItemFormCard } from '../form/item-form-card.tsx'
import { emptyItem, type ProtocolForm } from '../form/protocol-form.ts'

type NewItemsProps = Pick<UseFormReturn<ProtocolForm>, 'control' | 'getValues' | 'trigger'>

/** The items of a new protocol, which can be added and removed. */
export function NewItems({ control, getValues, trigger }: NewItemsProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const cards = useRef<HTMLDivElement>(null)
  const isComplete = (index: number) => trigger(`items.${index}`)
  const add = () => append(emptyItem(getValues('items').at(-1)), { focusName: `items.${fields.length}.documentNumber` })
  // Focuses the card that takes the removed one's place, else the one before.
  const removeAt = useCallback(
    (index: number) => {
      flushSync(() => remove(index))
      const left = cards.current?.querySelectorAll<HTMLElement>(':scope > section')
      left?.item(Math.min(index, left.length - 1))?.focus()
    },
    [remove],
  )
  return (
    <Card title="Itens do Protocolo">
      <div ref={cards}>
        {fields.length === 0 && <p>Nenhum item adicionado. Clique em "Adicionar Item" para começar.</p>}
        {fields.map((field, index) => (
          <ItemFormCard
            key={field.id}
            control={control}
            index={index}
            item={field}
            isComplete={isComplete}
            onRemove={index > 0 ? removeAt : undefined}
          />
        ))}
      </div>
      <Button mt="md" variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        Adicionar Item
      </Button>
    </Card>
  )
}
