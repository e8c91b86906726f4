import { useQuery } from '@tanstack/react-query'
import type { Control } from 'react-hook-form'
import { departmentsQuery } from '../../../domain/catalogs/departments.api.ts'
import { optionsOf } from '../../../ui/fields/searchable-select.tsx'
import { FormSelect } from './form-select.tsx'
import type { ProtocolForm } from './protocol-form.ts'

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
      required
      data={optionsOf(data)}
      loading={isPending && 'Carregando...'}
      failed={isLoadingError && 'Erro ao carregar departamentos.'}
      disabled={isDisabled}
    />
  )
}
