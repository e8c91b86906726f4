import { decisions } from '@malote/core/due-dates/extension-request.ts'
import { newExtensionRequestWire } from '@malote/core/due-dates/extension-request.wire.ts'
import type { OpenExtension } from '@malote/core/due-dates/open-extension.ts'
import { type CivilDate, isCivilDate } from '@malote/core/shared/civil-date.ts'
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller } from 'react-hook-form'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import { formatDate } from '../../../lib/format.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { useFormDialog } from '../../session/use-form-dialog.ts'
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
  refusal: string | null
  onClose: () => void
}

const decisionWords = { grant: 'Conceder', deny: 'Negar' } as const

/** Decides a request for more time. Granting what was asked for takes one press. */
export function DecideDialog({ isOpen, item, request, today, refusal, onClose }: DecideDialogProps) {
  const schema = useMemo(() => decisionSchema(item.returnDate, today), [item.returnDate, today])
  const blank: DecisionFields = { decision: 'grant', returnDate: request.requestedDate, note: '' }
  const { form, send, dialog } = useFormDialog({
    name: `extension request ${request.id}`,
    schema,
    blank,
    save: decideRequest(useQueryClient()),
    failed: decidingFailed,
    // Names the date as the decision does.
    showErrors: (failure, setError) => showFieldErrors(failure, newExtensionRequestWire, setError),
    onClose,
  })
  const { control, register, formState, watch } = form
  const submit = form.handleSubmit((values) =>
    send({ id: request.id, ...values, returnDate: values.decision === 'grant' ? values.returnDate : undefined }),
  )
  const [decision, date] = watch(['decision', 'returnDate'])
  const isGranting = decision === 'grant'
  return (
    <FormDialog
      isOpen={isOpen}
      title="Pedido de prazo"
      submitLabel={isGranting ? `Conceder${isCivilDate(date) ? ` até ${formatDate(date)}` : ''}` : 'Negar pedido'}
      busyLabel={isGranting ? 'Concedendo...' : 'Negando...'}
      refusal={refusal}
      onSubmit={submit}
      {...dialog}
    >
      <RequestFacts item={item} request={request} today={today} />
      <Controller
        control={control}
        name="decision"
        render={({ field }) => (
          <Segments
            aria-label="Decisão"
            isWide
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
