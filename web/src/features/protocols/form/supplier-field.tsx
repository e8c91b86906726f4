import { type Control, useController } from 'react-hook-form'
import { SupplierSelect } from '../../../domain/catalogs/supplier-select.tsx'
import type { ProtocolForm } from './protocol-form.ts'
import { useFieldError } from './use-field-error.ts'
import { useOpenName } from './use-open-name.ts'

export function SupplierField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const name = `items.${index}.supplierId` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  const openName = useOpenName(control, index, 'supplierId')
  return <SupplierSelect value={field.value} onChange={field.onChange} error={error ?? openName} />
}
