import { zodResolver } from '@hookform/resolvers/zod'
import { type Department, departmentInput } from '@malote/core/departments/department.ts'
import { departmentEditWire } from '@malote/core/departments/department.wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { DescribedDialog } from '../../domain/registers/described-dialog.tsx'
import { EntryDialogs, type EntryFormProps } from '../../domain/registers/entry-dialogs.tsx'
import type { RegisterDialogsProps } from '../../domain/registers/register-page.tsx'
import { deleteDepartment, saveDepartment } from './public/departments.api.ts'

const form = { resolver: zodResolver(departmentInput), wire: departmentEditWire }

const DepartmentDialog = (props: EntryFormProps<Department>) => (
  <DescribedDialog {...props} {...form} save={saveDepartment(useQueryClient())} />
)

/** Loaded when the first dialog opens. */
export default function DepartmentDialogs(props: RegisterDialogsProps<Department>) {
  return <EntryDialogs {...props} Form={DepartmentDialog} remove={deleteDepartment} />
}
