import { Textarea, TextInput } from '@mantine/core'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { type RegisterFormOptions, useRegisterForm } from './use-register-form.ts'

interface Described {
  name: string
  description?: string | null | undefined
}

interface DescribedDialogProps extends Omit<RegisterFormOptions<Described, Described>, 'id' | 'values'> {
  /** null: a new one. */
  row: (Described & { id: number }) | null
}

/** Adds or edits what has a name and perhaps a description. */
export function DescribedDialog({ row, ...options }: DescribedDialogProps) {
  const values = { name: row?.name ?? '', description: row?.description ?? '' }
  const { field, dialog } = useRegisterForm({ ...options, id: row?.id ?? null, values })
  return (
    <FormDialog {...dialog}>
      <TextInput label="Nome" required maxLength={120} autoComplete="off" data-autofocus {...field('name')} />
      <Textarea label="Descrição" maxLength={1000} {...field('description')} />
    </FormDialog>
  )
}
