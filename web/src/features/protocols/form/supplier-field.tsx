import { type Control, useController } from 'react-hook-form'
import { SupplierSelect } from '../../suppliers/public/supplier-select.tsx'
import { unknownName } from './item-form.ts'
import type { ProtocolForm } from './protocol-form.ts'
import { useFieldError } from './use-field-error.ts'
import { useUnknownName } from './use-unknown-name.ts'

export function SupplierField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const name = `items.${index}.supplierId` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  const unknown = useUnknownName(control, index, 'supplierId')
  const shown = error ?? (field.value === null && unknown ? unknownName(unknown) : undefined)
  return <SupplierSelect value={field.value} onChange={field.onChange} error={shown} />
}
