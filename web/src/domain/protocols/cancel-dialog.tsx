import { zodResolver } from '@hookform/resolvers/zod'
import { cancelBody } from '@malote/core/items/item.ts'
import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'

interface CancelDialogProps {
  isOpen: boolean
  title: string
  /** Says what will be cancelled. */
  text: string
  /** Whom it tells. */
  told?: ReactNode
  submitLabel: string
  busyLabel?: string
  reasonLabel?: string
  isBusy: boolean
  /** The error message of a refused cancellation, shown in the dialog (contract 8.4). */
  error: string | null
  /** Why it can no longer be done. */
  refusal: string | null
  onSubmit: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason why a protocol or an item is cancelled, or a protocol refused. */
export function CancelDialog({ text, told, reasonLabel = 'Motivo do cancelamento', ...props }: CancelDialogProps) {
  const { onSubmit, ...dialog } = props
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(cancelBody),
    defaultValues: { reason: '' },
  })
  return (
    <FormDialog
      cancelLabel="Voltar"
      busyLabel="Cancelando..."
      {...dialog}
      isDangerous
      isDirty={formState.isDirty}
      onSubmit={handleSubmit(({ reason }) => onSubmit(reason))}
    >
      <div>
        <p>{text}</p>
        <p>Esta ação não pode ser desfeita.</p>
        {told}
      </div>
      <Textarea
        label={`${reasonLabel} *`}
        aria-required
        data-autofocus
        maxLength={2000}
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  )
}
