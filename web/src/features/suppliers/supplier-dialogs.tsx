import type { Supplier } from '@malote/core/suppliers/supplier.ts'
import { useQueryClient } from '@tanstack/react-query'
import { DeleteDialog } from '../../domain/registers/delete-dialog.tsx'
import type { RegisterDialogsProps } from '../../domain/registers/register-page.tsx'
import { SupplierDialog } from './supplier-dialog.tsx'
import { supplierWords } from './supplier-words.ts'
import { deleteSupplier } from './suppliers.api.ts'

/** Loaded when the first one opens. */
export default function SupplierDialogs({ asking, ...dialog }: RegisterDialogsProps<Supplier>) {
  const queryClient = useQueryClient()
  if (asking.what !== 'delete') return <SupplierDialog supplier={asking.row} {...dialog} />
  const { id, companyName } = asking.row
  return (
    <DeleteDialog id={id} name={companyName} words={supplierWords} remove={deleteSupplier(queryClient)} {...dialog} />
  )
}
