import { conflictWithCategories } from '@malote/core/protocols/return-requirement.ts'
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Control, type UseFormGetValues, useController } from 'react-hook-form'
import { categoriesQuery } from '../../../domain/catalogs/categories.api.ts'
import { notifyError } from '../../../ui/toasts.ts'
import type { ProtocolForm } from './protocol-form.ts'

interface ReturnCheckboxProps {
  control: Control<ProtocolForm>
  getValues: UseFormGetValues<ProtocolForm>
}

/**
 * The checkbox and the items' categories restrict each other; a change that does not fit is refused with a reason
 * (contract 5.2.4, 5.2.5).
 */
export function ReturnCheckbox({ control, getValues }: ReturnCheckboxProps) {
  const { field, fieldState } = useController({ control, name: 'requiresReturn' })
  const { data: categories = [] } = useQuery(categoriesQuery)

  const change = (isTicked: boolean) => {
    const items = getValues('items')
    const chosen = categories.filter(({ id }) => items.some(({ categoryId }) => categoryId === String(id)))
    const conflict = conflictWithCategories(isTicked, chosen)
    if (conflict) return notifyError(conflict)
    field.onChange(isTicked)
  }
  return (
    <Checkbox
      label="Este protocolo requer devolução de itens"
      ref={field.ref}
      checked={field.value}
      onBlur={field.onBlur}
      onChange={(event) => change(event.currentTarget.checked)}
      error={fieldState.error?.message}
    />
  )
}
