import { zodResolver } from '@hookform/resolvers/zod'
import type { Item } from '@malote/core/items/item.ts'
import { dueDateBodyWire } from '@malote/core/items/item.wire.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { ApiError } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { showInPlace } from '../../lib/telling.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { WhoIsTold } from '../acts/who-is-told.tsx'
import { newDueDate } from '../due-dates/new-due-date.ts'
import { LaterDateField } from '../due-dates/requests/later-date-field.tsx'
import { dueDateLabel } from './item-actions.ts'
import { itemName } from './item-name.ts'
import { setDueDate } from './items.api.ts'

interface DueDateDialogProps {
  isOpen: boolean
  item: Item
  today: CivilDate
  refusal: string | null
  onClose: () => void
}

/** Sets an item's first due date, or a later one (contract 11.9). */
export function DueDateDialog({ isOpen, item, today, refusal, onClose }: DueDateDialogProps) {
  const { mutate, isPending } = useMutation(setDueDate(useQueryClient()))
  const present = item.returnDate ?? null
  const schema = useMemo(() => newDueDate(present, today), [present, today])
  const { control, register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { returnDate: '', reason: '' },
  })

  const submit = handleSubmit((values) =>
    mutate(
      { item, ...values },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (showFieldErrors(error, dueDateBodyWire, setError)) showInPlace()
          else if (error instanceof ApiError && error.status === 409) onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      title={dueDateLabel(item)}
      submitLabel="Salvar prazo"
      isBusy={isPending}
      isDirty={formState.isDirty}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {itemName(item)}
        {!item.returnDate && ' ainda não tem prazo de devolução.'}
      </p>
      <Controller
        control={control}
        name="returnDate"
        render={({ field, fieldState }) => (
          <LaterDateField
            {...field}
            label={item.returnDate ? 'Nova data de retorno *' : 'Data de retorno *'}
            present={present}
            today={today}
            data-autofocus
            error={fieldState.error?.message}
          />
        )}
      />
      <Textarea
        label="Motivo *"
        maxLength={2000}
        aria-required
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
      <WhoIsTold act="dueDate" protocolId={item.protocolId} itemId={item.id} />
    </FormDialog>
  )
}
