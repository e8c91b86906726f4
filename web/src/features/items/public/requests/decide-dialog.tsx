import { zodResolver } from '@hookform/resolvers/zod'
import { decisions } from '@malote/core/deadlines/extension-request.ts'
import { newExtensionRequestWire } from '@malote/core/deadlines/extension-request.wire.ts'
import type { OpenExtension } from '@malote/core/deadlines/open-extension.ts'
import { type CivilDate, isCivilDate } from '@malote/core/shared/civil-date.ts'
import { SegmentedControl, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useDraft } from '../../../../domain/session/use-draft.ts'
import { ApiError, errorMessage } from '../../../../lib/api-error.ts'
import { showFieldErrors } from '../../../../lib/form-errors.ts'
import { formatDate } from '../../../../lib/format.ts'
import { showInPlace } from '../../../../lib/telling.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { type DecisionFields, decisionSchema } from './decision-schema.ts'
import { LaterDateField } from './later-date-field.tsx'
import { RequestFacts } from './request-facts.tsx'
import type { RequestedItem } from './requested-item.ts'
import { decideRequest, decidingFailed } from './requests.api.ts'

interface DecideDialogProps {
  isOpen: boolean
  item: RequestedItem
  request: OpenExtension
  today: CivilDate
  onClose: () => void
}

const decisionWords = { grant: 'Conceder', deny: 'Negar' } as const

/** Decides a request for more time. Granting what was asked for takes one press. */
export function DecideDialog({ isOpen, item, request, today, onClose }: DecideDialogProps) {
  const schema = useMemo(() => decisionSchema(item.returnDate, today), [item.returnDate, today])
  const blank: DecisionFields = { decision: 'grant', returnDate: request.requestedDate, note: '' }
  const { control, register, handleSubmit, formState, setError, getValues, reset, watch } = useForm<DecisionFields>({
    resolver: zodResolver(schema) as never,
    defaultValues: blank,
  })
  const decide = decideRequest(useQueryClient())
  const { mutate, isPending, isSuccess, error } = useMutation({
    ...decide,
    onSuccess: (...answer) => {
      draft.forget()
      return decide.onSuccess?.(...answer)
    },
  })
  const isDirty = !isSuccess && formState.isDirty
  const draft = useDraft<DecisionFields>({
    name: `extension request ${request.id}`,
    isDirty,
    keep: getValues,
    restore: (kept) => reset(kept, { keepDefaultValues: true }),
  })
  const discard = () => {
    draft.forget()
    reset(blank)
  }
  const submit = handleSubmit((values) =>
    mutate(
      { id: request.id, ...values, returnDate: values.decision === 'grant' ? values.returnDate : undefined },
      {
        onSuccess: onClose,
        onError: (failure) => {
          showInPlace()
          // Names the date as the decision does.
          showFieldErrors(failure, newExtensionRequestWire, setError)
        },
      },
    ),
  )
  const [decision, date] = watch(['decision', 'returnDate'])
  const isGranting = decision === 'grant'
  const isAtField = error instanceof ApiError && Object.keys(error.errors).length > 0
  return (
    <FormDialog
      isOpen={isOpen}
      title="Pedido de prazo"
      submitLabel={isGranting ? `Conceder${isCivilDate(date) ? ` até ${formatDate(date)}` : ''}` : 'Negar pedido'}
      busyLabel={isGranting ? 'Concedendo...' : 'Negando...'}
      isBusy={isPending}
      isDirty={isDirty}
      error={error && !isAtField ? errorMessage(error, decidingFailed) : null}
      onDiscard={draft.isRestored ? discard : null}
      onGiveUp={draft.forget}
      onSubmit={submit}
      onClose={onClose}
    >
      <RequestFacts item={item} request={request} today={today} />
      <Controller
        control={control}
        name="decision"
        render={({ field }) => (
          <SegmentedControl
            aria-label="Decisão"
            fullWidth
            transitionDuration={0}
            data={decisions.map((value) => ({ value, label: decisionWords[value] }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {isGranting && (
        <Controller
          control={control}
          name="returnDate"
          render={({ field, fieldState }) => (
            <LaterDateField
              {...field}
              label="Novo prazo *"
              present={item.returnDate}
              today={today}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
      <Textarea
        label={isGranting ? 'Observação' : 'Por que não? *'}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        aria-required={!isGranting}
        error={formState.errors.note?.message}
        {...register('note')}
      />
    </FormDialog>
  )
}
