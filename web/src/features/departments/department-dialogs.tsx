import { zodResolver } from '@hookform/resolvers/zod'
import { type Department, departmentInput } from '@malote/core/departments/department.ts'
import { departmentEditWire } from '@malote/core/departments/department.wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { DeleteDialog } from '../../domain/registers/delete-dialog.tsx'
import { DescribedDialog } from '../../domain/registers/described-dialog.tsx'
import type { RegisterDialogsProps } from '../../domain/registers/register-page.tsx'
import { departmentWords } from './department-words.ts'
import { deleteDepartment, saveDepartment } from './public/departments.api.ts'

const form = { resolver: zodResolver(departmentInput), wire: departmentEditWire, words: departmentWords }

/** Loaded when the first one opens. */
export default function DepartmentDialogs({ asking, ...dialog }: RegisterDialogsProps<Department>) {
  const queryClient = useQueryClient()
  if (asking.what === 'delete') {
    return <DeleteDialog {...asking.row} words={departmentWords} remove={deleteDepartment(queryClient)} {...dialog} />
  }
  return <DescribedDialog row={asking.row} {...form} save={saveDepartment(queryClient)} {...dialog} />
}
