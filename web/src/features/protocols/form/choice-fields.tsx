import { categoriesFor } from '@malote/core/protocols/return-requirement.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, useController, useWatch } from 'react-hook-form'
import {
  categoriesQuery,
  departmentsQuery,
  departmentUsersQuery,
  itemTypesQuery,
} from '../../../domain/catalogs/catalogs.api.ts'
import { TypicalHint } from '../../../domain/due-dates/typical-hint.tsx'
import { useDueDate } from '../../../domain/due-dates/use-due-date.ts'
import { formatDate } from '../../../lib/format.ts'
import { optionsOf, SearchableSelect, type SearchableSelectProps } from '../../../ui/fields/searchable-select.tsx'
import { type ChoiceField, type ItemForm, openNameWords, withKnown } from './item-form.ts'
import type { ProtocolForm } from './protocol-form.ts'
import { useFieldError } from './text-fields.tsx'

type SelectName =
  | 'originDepartmentId'
  | 'destinationDepartmentId'
  | `items.${number}.${'itemTypeId' | 'categoryId' | 'responsibleId'}`

interface FormSelectProps
  extends Pick<SearchableSelectProps, 'label' | 'data' | 'description' | 'required' | 'disabled' | 'loading'> {
  control: Control<ProtocolForm>
  name: SelectName
  /** Note about a pasted name for which nothing is chosen yet. */
  openName?: string | undefined
  /** Says that the options could not be loaded. */
  failed?: string | false
  /** Called with the previous value when the user selects or clears an option. */
  onPick?: ((before: string | null) => void) | undefined
}

/** A select of the form (contract 5.2.10); it does not open on focus alone. */
function FormSelect({ control, name, openName, failed = false, onPick, ...props }: FormSelectProps) {
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  return (
    <SearchableSelect
      {...props}
      placeholder="Selecione"
      nothingFoundMessage="Nenhuma opção encontrada"
      canBeEmptied
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...field}
      onChange={(value) => {
        field.onChange(value)
        onPick?.(field.value)
      }}
      error={error ?? (failed || openName)}
    />
  )
}

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

interface DepartmentFieldProps {
  control: Control<ProtocolForm>
  name: 'originDepartmentId' | 'destinationDepartmentId'
  label: string
  isDisabled?: boolean
  onPick?: (before: string | null) => void
}

export function DepartmentField({ isDisabled = false, ...props }: DepartmentFieldProps) {
  const { data = [], isPending, isLoadingError } = useQuery(departmentsQuery)
  return (
    <FormSelect
      {...props}
      required={!isDisabled}
      data={optionsOf(data)}
      loading={isPending && 'Carregando...'}
      failed={isLoadingError && 'Erro ao carregar departamentos.'}
      disabled={isDisabled}
    />
  )
}

export function ItemTypeField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const { data = [], isPending, isLoadingError } = useQuery(itemTypesQuery)
  const openName = useOpenName(control, index, 'itemTypeId')
  return (
    <FormSelect
      control={control}
      name={`items.${index}.itemTypeId`}
      label="Tipo de Item"
      required
      openName={openName}
      data={optionsOf(data)}
      loading={isPending && 'Carregando...'}
      failed={isLoadingError && 'Erro ao carregar tipos de itens.'}
    />
  )
}

interface ResponsibleFieldProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
}

/**
 * The person responsible for the item at the destination; disabled until a destination is selected (contract 5.2.7).
 * Not asked for with several destinations (contract 17.4).
 */
export function ResponsibleField({ control, index, item }: ResponsibleFieldProps) {
  const destination = useWatch({ control, name: 'destinationDepartmentId' })
  const isToMany = useWatch({ control, name: 'destinationDepartmentIds' }) !== null
  const {
    data = [],
    isLoading,
    isLoadingError,
  } = useQuery(departmentUsersQuery(destination ? Number(destination) : null))
  const openName = useOpenName(control, index, 'responsibleId')
  if (isToMany) return null
  return (
    <FormSelect
      control={control}
      openName={openName}
      name={`items.${index}.responsibleId`}
      label="Usuário Responsável"
      data={withKnown(optionsOf(data), item.known.responsible)}
      loading={isLoading && 'Carregando usuários...'}
      failed={isLoadingError && 'Erro ao carregar responsáveis.'}
      disabled={!destination}
      description={destination ? undefined : 'Selecione um departamento de destino primeiro'}
    />
  )
}

/** What a field says about the name that was pasted for it, while nothing is chosen. */
export const useOpenName = (control: Control<ProtocolForm>, index: number, field: ChoiceField): string | undefined =>
  useWatch({
    control,
    name: `items.${index}`,
    compute: (item: ItemForm | undefined) => {
      const name = item?.[field] === null ? item.unknown[field] : undefined
      return item && name ? openNameWords(item, field, name) : undefined
    },
  })
