import { categoriesFor } from '@malote/core/protocols/return-requirement.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { formatDate } from '../../../lib/format.ts'
import { optionsOf } from '../../../ui/searchable-select.tsx'
import { categoriesQuery } from '../../categories/public/categories.api.ts'
import { useDueDate } from '../../categories/public/use-due-date.ts'
import { TypicalHint } from '../../due-dates/public/typical-hint.tsx'
import { FormSelect } from './form-select.tsx'
import { type ItemForm, withKnown } from './item-form.ts'
import type { ProtocolForm } from './protocol-form.ts'
import { useOpenName } from './use-open-name.ts'

interface CategoryFieldProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
}

/** Offers the categories that suit the protocol, and shows the due date that the selected one results in. */
export function CategoryField({ control, index, item: { itemId, known } }: CategoryFieldProps) {
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const name = `items.${index}.categoryId` as const
  const chosen = useWatch({ control, name })
  const { data = [], isPending, isLoadingError } = useQuery(categoriesQuery)
  const dueDateOf = useDueDate()
  const openName = useOpenName(control, index, 'categoryId')
  const fitting = optionsOf(categoriesFor(requiresReturn, data))
  const due = requiresReturn && itemId === null ? dueDateOf(chosen) : undefined
  const destination = useWatch({ control, name: 'destinationDepartmentId' })

  return (
    <FormSelect
      control={control}
      openName={openName}
      name={name}
      label="Categoria"
      data={withKnown(fitting, known.category)}
      loading={isPending && 'Carregando...'}
      failed={isLoadingError && 'Erro ao carregar categorias.'}
      description={
        due && (
          <>
            Data de retorno: {formatDate(due)}
            <TypicalHint categoryId={Number(chosen)} destinationId={Number(destination)} />
          </>
        )
      }
    />
  )
}
