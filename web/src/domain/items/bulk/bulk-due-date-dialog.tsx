import { zodResolver } from '@hookform/resolvers/zod'
import { dueDateProblem } from '@malote/core/items/due-date-rules.ts'
import { Textarea } from '@mantine/core'
import { useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { counted } from '../../../lib/format.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { newDueDate } from '../../due-dates/new-due-date.ts'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

/** One new due date and one reason for several items (contract 17.3). */
export function BulkDueDateDialog({ items, concerned, today, onSubmit, ...dialog }: BulkDialogProps) {
  // Each item's own due date is checked by the server: an item that cannot be moved there is refused alone.
  const schema = useMemo(() => newDueDate(null, today), [today])
  const { control, register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { returnDate: '', reason: '' },
  })
  const date = watch('returnDate')
  const later = date ? items.filter((item) => dueDateProblem(date, item.returnDate, today)).length : 0
  return (
    <FormDialog
      {...dialog}
      title="Prorrogar prazos"
      submitLabel="Salvar prazos"
      isDirty={formState.isDirty}
      onSubmit={handleSubmit(onSubmit)}
    >
      <div>{concerned}</div>
      <Controller
        control={control}
        name="returnDate"
        render={({ field, fieldState }) => (
          <DateField
            {...field}
            label="Nova data de retorno *"
            min={today}
            aria-required
            data-autofocus
            error={fieldState.error?.message}
          />
        )}
      />
      {later > 0 && !formState.errors.returnDate && (
        <p role="status">
          {counted(later, 'item já tem este prazo ou um posterior', 'itens já têm este prazo ou um posterior')}: não{' '}
          {later === 1 ? 'muda' : 'mudam'}.
        </p>
      )}
      <Textarea
        label="Motivo *"
        maxLength={2000}
        aria-required
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  )
}
