import { Textarea, TextInput } from '@mantine/core'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { type RegisterFormOptions, useRegisterForm } from './use-register-form.ts'

interface Described {
  name: string
  description?: string | null | undefined
}

type DescribedDialogProps<Row extends Described & { id: number }> = Omit<
  RegisterFormOptions<Row, Described, Described>,
  'formOf'
>

const formOf = (row: Described | null) => ({ name: row?.name ?? '', description: row?.description ?? '' })

/** The form of a record with a name and an optional description. */
export function DescribedDialog<Row extends Described & { id: number }>(options: DescribedDialogProps<Row>) {
  const { field, dialog } = useRegisterForm({ ...options, formOf })
  return (
    <FormDialog {...dialog}>
      <TextInput label="Nome" required maxLength={120} autoComplete="off" data-autofocus {...field('name')} />
      <Textarea label="Descrição" maxLength={1000} {...field('description')} />
    </FormDialog>
  )
}
