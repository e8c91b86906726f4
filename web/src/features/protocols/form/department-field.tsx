import { useQuery } from '@tanstack/react-query'
import { type Control, Controller } from 'react-hook-form'
import { SearchableSelect } from '../../../ui/searchable-select.tsx'
import { departmentsQuery } from '../../departments/departments.api.ts'
import type { ProtocolForm } from './protocol-form.ts'
import { selectTexts } from './select-texts.ts'

interface DepartmentFieldProps {
  control: Control<ProtocolForm>
  name: 'originDepartmentId' | 'destinationDepartmentId'
  label: string
  isDisabled?: boolean
  onPick?: () => void
}

export function DepartmentField({ control, name, label, isDisabled = false, onPick }: DepartmentFieldProps) {
  const { data = [], isPending } = useQuery(departmentsQuery)
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <SearchableSelect
          label={label}
          required
          placeholder={isPending ? 'Carregando...' : 'Selecione'}
          data={data.map((department) => ({ value: String(department.id), label: department.name }))}
          {...selectTexts}
          {...field}
          onChange={(value) => {
            field.onChange(value)
            onPick?.()
          }}
          disabled={isDisabled}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
