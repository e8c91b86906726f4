import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import type { Control } from 'react-hook-form'
import { CategoryField, ItemTypeField, ResponsibleField } from '../form/choice-fields.tsx'
import type { ItemForm } from '../form/item-form.ts'
import type { ProtocolForm } from '../form/protocol-form.ts'
import { DescriptionField, DocumentNumberField, ReasonField, useHasError } from '../form/text-fields.tsx'
import { useNearby } from '../form/use-folding.ts'
import { SpareNote } from './new-protocol-footer.tsx'
import { NumberNote } from './number-notes.tsx'

/** The first rows are always rendered; of the others only those near the viewport. */
const alwaysDrawn = 30

interface ItemTableRowProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm & { id: string }
  isToMany: boolean
  onRemove: ((index: number) => void) | undefined
}

/** The fields of one item in a row. The column's header is visible; their own labels are for screen readers. */
export const ItemTableRow = memo(Row, isSame)

function Row({ control, index, item, isToMany, onRemove }: ItemTableRowProps) {
  const row = useRef<HTMLTableRowElement>(null)
  const { isNear, height, draw } = useNearby(row, index >= alwaysDrawn)
  const hasError = useHasError(control, `items.${index}`)
  const field = { control, index }
  return (
    <tr
      ref={row}
      aria-label={`Item ${index + 1}`}
      data-row={index}
      data-has-error={hasError || undefined}
      tabIndex={-1}
      style={{ height }}
      onFocus={draw}
    >
      <th scope="row" data-column="place">
        {index + 1}
      </th>
      {isNear && (
        <>
          <td data-column="documentNumber">
            <DocumentNumberField {...field} warning={<NumberNote index={index} />} />
            <SpareNote index={index} />
          </td>
          <td data-column="description">
            <DescriptionField {...field} />
          </td>
          <td data-column="itemTypeId">
            <ItemTypeField {...field} />
          </td>
          <td data-column="categoryId">
            <CategoryField {...field} item={item} />
          </td>
          <td data-column="reason">
            <ReasonField {...field} />
          </td>
          {!isToMany && (
            <td data-column="responsibleId">
              <ResponsibleField {...field} item={item} />
            </td>
          )}
          <td data-column="remove">
            {onRemove && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remover Item ${index + 1}`}
                onClick={() => onRemove(index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </td>
        </>
      )}
    </tr>
  )
}

function isSame(before: ItemTableRowProps, now: ItemTableRowProps) {
  return (
    before.item.id === now.item.id &&
    before.index === now.index &&
    before.control === now.control &&
    before.isToMany === now.isToMany &&
    before.onRemove === now.onRemove
  )
}
