import { acts } from '@malote/core/acts/act.ts'
import { occurrenceOfAnswer } from '@malote/core/answers/answer-rules.ts'
import { type Answer, answers, answerWords } from '@malote/core/answers/answer-token.ts'
import { newExtensionRequestWire } from '@malote/core/due-dates/extension-request.ts'
import { newOccurrence } from '@malote/core/occurrences/occurrence.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { ruleErrors } from '@malote/core/shared/rule-errors.ts'
import { Textarea } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller } from 'react-hook-form'
import { fieldErrors } from '../../../lib/form-errors.ts'
import { formatDate } from '../../../lib/format.ts'
import { telling } from '../../../lib/telling.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { ChoiceList } from '../../../ui/fields/choice-list.tsx'
import { WhoIsTold } from '../../acts/who-is-told.tsx'
import { answerEffects } from '../../items/answer-effects.ts'
import { itemName } from '../../items/item-name.ts'
import { sendOccurrence } from '../../occurrences/occurrences.api.ts'
import { refreshCustody } from '../../protocols/protocols.api.ts'
import { useFormDialog } from '../../session/use-form-dialog.ts'
import { type AnswerFields, answerSchema } from './answer-schema.ts'
import { LaterDateField } from './later-date-field.tsx'
import { askedWords, askLabel } from './request-actions.ts'
import type { RequestedItem } from './requests.api.ts'
import { sendRequest } from './requests.api.ts'

interface AnswerDialogProps {
  isOpen: boolean
  item: RequestedItem
  today: CivilDate
  /** The only answer that the dialog is about; null to choose one. */
  fixed: Answer | null
  /** The answer with which the dialog opens. */
  chosen: Answer | null
  refusal: string | null
  onClose: () => void
}

/** *Responder ao lembrete*: one of three answers; and *Pedir mais prazo*, which is one of them. */
export function AnswerDialog({ isOpen, item, today, fixed, chosen, refusal, onClose }: AnswerDialogProps) {
  const schema = useMemo(() => answerSchema(item.returnDate, today), [item.returnDate, today])
  const blank: AnswerFields = { answer: chosen, returnDate: '', note: '' }
  const { form, send, dialog } = useFormDialog({
    name: `answer ${item.id} ${fixed ?? ''}`,
    schema,
    blank,
    save: answerInApp(useQueryClient()),
    failed: answeringFailed,
    showErrors: (failure, setError, sent) => {
      for (const [field, message] of ownErrors(failure, sent.answer)) {
        setError(field, { message }, { shouldFocus: true })
      }
    },
    onClose,
  })
  const { control, register, formState, watch } = form
  const answer = watch('answer')
  const submit = form.handleSubmit((values) => send({ item, ...values, answer: values.answer as Answer }))
  const isMoreTime = answer === 'extension'
  return (
    <FormDialog
      isOpen={isOpen}
      title={fixed === 'extension' ? askLabel(item) : acts.answer.name}
      submitLabel={isMoreTime ? askLabel(item) : 'Enviar resposta'}
      busyLabel={acts.answer.busy}
      refusal={refusal}
      onSubmit={submit}
      {...dialog}
    >
      <p>
        {itemName(item)}
        {!item.returnDate && ' ainda não tem prazo de devolução.'}
      </p>
      {fixed === null && (
        <Controller
          control={control}
          name="answer"
          render={({ field, fieldState }) => (
            <ChoiceList
              ref={field.ref}
              label="O que você responde? *"
              value={field.value}
              choices={answers.map((value) => ({
                value,
                label: answerWords[value],
                description: answerEffects[value],
                refusal: value === 'extension' && item.extensionRequest ? requestIsOpen : null,
              }))}
              error={fieldState.error?.message}
              onChange={field.onChange}
            />
          )}
        />
      )}
      {isMoreTime && (
        <Controller
          control={control}
          name="returnDate"
          render={({ field, fieldState }) => (
            <LaterDateField
              {...field}
              label="Até quando? *"
              present={item.returnDate}
              today={today}
              error={fieldState.error?.message}
              {...(fixed && { 'data-autofocus': true })}
            />
          )}
        />
      )}
      {answer !== null && (
        <Textarea
          label={
            isMoreTime
              ? `Por que precisa de ${item.returnDate ? 'mais prazo' : 'um prazo'}? *`
              : 'Quer dizer mais alguma coisa?'
          }
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          aria-required={isMoreTime}
          error={formState.errors.note?.message}
          {...register('note')}
        />
      )}
      {isMoreTime && <WhoIsTold act="askForTime" protocolId={item.protocolId} itemId={item.id} />}
    </FormDialog>
  )
}

const requestIsOpen = ruleErrors.REQUEST_ALREADY_OPEN.message

/** The server's errors, at the fields of this form. */
function ownErrors(failure: unknown, answer: Answer): [keyof AnswerFields, string][] {
  const wire = answer === 'extension' ? newExtensionRequestWire : newOccurrence
  return fieldErrors(failure, wire).map(([field, message]) => [field === 'returnDate' ? 'returnDate' : 'note', message])
}

interface GivenAnswer {
  item: Pick<RequestedItem, 'id' | 'returnDate'>
  answer: Answer
  /** Civil date; only for more time. */
  returnDate: string
  /** For more time the reason. */
  note?: string | null
}

const answeringFailed = 'Erro ao enviar a resposta. Tente novamente.'

/** Answers a reminder by the ordinary calls: a request for more time, or an occurrence. */
const answerInApp = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ item, answer, returnDate, note }: GivenAnswer) =>
        answer === 'extension'
          ? sendRequest(item.id, { returnDate, reason: note ?? '' })
          : sendOccurrence(item.id, {
              kind: occurrenceOfAnswer[answer],
              description: descriptionOf(answer, note?.trim() ?? ''),
              files: [],
            }),
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: (_, { item, answer, returnDate }) =>
        answer === 'extension'
          ? `${askedWords(item)}, até ${formatDate(returnDate)}.`
          : `Resposta enviada: ${answerWords[answer].toLowerCase()}.`,
      failure: answeringFailed,
    },
  )

/** An occurrence needs a description of three characters; the answer itself is one. */
const descriptionOf = (answer: Answer, note: string) =>
  note.length >= 3 ? note : [answerWords[answer], note].filter(Boolean).join(': ')
