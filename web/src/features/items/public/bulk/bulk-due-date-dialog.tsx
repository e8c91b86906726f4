import { zodResolver } from '@hookform/resolvers/zod'
import { dueDateProblem } from '@malote/core/items/due-date-rules.ts'
import { bulkDueDateBody } from '@malote/core/items/item.wire.ts'
import { type CivilDate, civilDate } from '@malote/core/shared/civil-date.ts'
import { Textarea } from '@mantine/core'
import { useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { counted } from '../../../../lib/format.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

/** One new due date and one reason for several items (contract 17.3). */
export function BulkDueDateDialog({ items, concerned, today, onSubmit, ...dialog }: BulkDialogProps) {
  const schema = useMemo(() => acceptable(today), [today])
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

const chosenDueDate = bulkDueDateBody.pick({ reason: true }).extend({
  returnDate: z.string().min(1, 'Informe a data de retorno').pipe(civilDate),
})

/** Each item's own due date is checked by the server: an item that cannot be moved there is refused alone. */
const acceptable = (today: CivilDate) =>
  chosenDueDate.check(({ value, issues }) => {
    const message = dueDateProblem(value.returnDate, null, today)
    if (message) issues.push({ code: 'custom', input: value.returnDate, path: ['returnDate'], message })
  })
