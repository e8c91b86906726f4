import { zodResolver } from '@hookform/resolvers/zod'
import { remindBody } from '@malote/core/items/item.ts'
import { Textarea } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { counted } from '../../../lib/format.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

const messageOnly = remindBody.pick({ message: true })
const longestMessage = 300

/** Asks for several items, with an optional message to those who have them. */
export function BulkRemindDialog({ items, concerned, onSubmit, ...dialog }: BulkDialogProps) {
  const { today: _, ...frame } = dialog
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(messageOnly),
    defaultValues: { message: '' },
  })
  return (
    <FormDialog
      {...frame}
      title="Cobrar devolução"
      submitLabel={`Cobrar ${counted(items.length, 'item', 'itens')}`}
      busyLabel="Cobrando..."
      isDirty={formState.isDirty}
      onSubmit={handleSubmit(({ message }) => onSubmit({ message: message ?? null }))}
    >
      <div>
        <p>Quem está com os itens recebe um aviso, um para todos. Cada item pode ser cobrado uma vez por dia.</p>
        {concerned}
      </div>
      <Textarea
        label="Mensagem (opcional)"
        maxLength={longestMessage}
        data-autofocus
        error={formState.errors.message?.message}
        {...register('message')}
      />
    </FormDialog>
  )
}
