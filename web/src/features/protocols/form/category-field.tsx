import { categoriesFor } from '@malote/core/protocols/return-requirement.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { categoriesQuery } from '../../../domain/catalogs/categories.api.ts'
import { TypicalHint } from '../../../domain/due-dates/typical-hint.tsx'
import { useDueDate } from '../../../domain/due-dates/use-due-date.ts'
import { formatDate } from '../../../lib/format.ts'
import { optionsOf } from '../../../ui/fields/searchable-select.tsx'
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
