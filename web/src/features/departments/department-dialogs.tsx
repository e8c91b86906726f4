import { zodResolver } from '@hookform/resolvers/zod'
import { type Department, departmentEditWire, departmentInput } from '@malote/core/departments/department.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { CatalogDialogsProps } from '../../domain/catalogs/catalog-page.tsx'
import { deleteDepartment, saveDepartment } from '../../domain/catalogs/catalogs.api.ts'
import { DescribedDialog, EntryDialogs, type EntryFormProps } from '../../domain/catalogs/entry-dialogs.tsx'

const form = { resolver: zodResolver(departmentInput), wire: departmentEditWire }

const DepartmentDialog = (props: EntryFormProps<Department>) => (
  <DescribedDialog {...props} {...form} save={saveDepartment(useQueryClient())} />
)

/** Loaded when the first dialog opens. */
export default function DepartmentDialogs(props: CatalogDialogsProps<Department>) {
  return <EntryDialogs {...props} Form={DepartmentDialog} remove={deleteDepartment} />
}
