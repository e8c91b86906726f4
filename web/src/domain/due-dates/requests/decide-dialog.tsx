import { decisions, extensionDecision, newExtensionRequestWire } from '@malote/core/due-dates/extension-request.ts'
import type { OpenExtension } from '@malote/core/due-dates/open-extension.ts'
import type { Item } from '@malote/core/items/item.ts'
import { type CivilDate, daysBetween, isCivilDate } from '@malote/core/shared/civil-date.ts'
import { Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import { counted, formatDate } from '../../../lib/format.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { dueWords, OriginalDate } from '../../items/due-words.tsx'
import { itemName } from '../../items/item-name.ts'
import { protocolQuery } from '../../protocols/protocols.api.ts'
import { useFormDialog } from '../../session/use-form-dialog.ts'
import classes from '../due-dates.module.css'
import { TypicalHint } from '../typical-hint.tsx'
import { WhyDueDate } from '../why-due-date.tsx'
import { laterDateProblem } from './answer-schema.ts'
import { LaterDateField } from './later-date-field.tsx'
import { useOthersWaiting } from './others-waiting.tsx'
import { decideRequest, decidingFailed, type RequestedItem } from './requests.api.ts'

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
              isPresentSaid
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

/** The fields of the form; the date only counts when the request is granted. */
interface DecisionFields {
  decision: 'grant' | 'deny'
  /** Civil date; '' for none. */
  returnDate: string
  note: string
}

/** @param present the item's due date */
const decisionSchema = (present: CivilDate | null, today: CivilDate) =>
  z
    .object({ decision: extensionDecision.shape.decision, returnDate: z.string(), note: extensionDecision.shape.note })
    .check(({ value, issues }) => {
      const { decision, returnDate, note } = value
      const problem = decision === 'grant' && laterDateProblem(returnDate, present, today)
      if (problem) issues.push({ code: 'custom', input: value, path: ['returnDate'], message: problem })
      const { error } = extensionDecision.safeParse({ decision, note })
      for (const { path, message } of error?.issues ?? []) issues.push({ code: 'custom', input: value, path, message })
    })

interface RequestFactsProps {
  item: RequestedItem
  request: OpenExtension
  today: CivilDate
}

/** What is known about a request for more time: who asks, why, how much it would be, and who else waits. */
function RequestFacts({ item, request, today }: RequestFactsProps) {
  const { askedBy, askedAt, reason, requestedDate } = request
  const { data: protocol } = useQuery(protocolQuery(item.protocolId))
  const known = protocol?.items.find(({ id }) => id === item.id)
  const othersWaiting = useOthersWaiting(known)
  return (
    <div className="grid gap-12">
      <p>
        <strong>{askedBy}</strong> pediu mais prazo para {itemName(item)} <TimeAgo instant={askedAt} isInSentence />:
      </p>
      <blockquote className={classes.typedReason}>{reason}</blockquote>
      <DescriptionList
        items={[
          { term: 'Prazo atual', value: <Present item={item} today={today} known={known} /> },
          { term: 'Prazo pedido', value: asked(requestedDate, item.returnDate) },
          ...othersWaiting,
        ]}
      />
      {known?.categoryId && (
        <TypicalHint categoryId={known.categoryId} destinationId={protocol?.destinationDepartmentId ?? null} />
      )}
    </div>
  )
}

interface PresentProps {
  item: RequestedItem
  today: CivilDate
  /** The item in its protocol, which says more than a row of a list. */
  known: Item | undefined
}

/** The present due date; a press says how it came about. */
function Present({ item: { id, returnDate }, today, known }: PresentProps) {
  if (returnDate === null) return 'Sem prazo'
  const { words } = dueWords(returnDate, today)
  return (
    <>
      <WhyDueDate itemId={id} returnDate={returnDate} />
      {words && `, ${words}`}
      {known && <OriginalDate item={known} />}
    </>
  )
}

function asked(date: CivilDate, before: CivilDate | null): string {
  if (before === null) return formatDate(date)
  return `${formatDate(date)}, ${counted(daysBetween(before, date), 'dia depois', 'dias depois')}`
}
