import { zodResolver } from '@hookform/resolvers/zod'
import { type Answer, answers, answerWords } from '@malote/core/answers/answer-token.ts'
import { newExtensionRequestWire } from '@malote/core/deadlines/extension-request.wire.ts'
import { newOccurrence } from '@malote/core/occurrences/occurrence.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { ruleErrors } from '@malote/core/shared/rule-errors.ts'
import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { answerEffects } from '../../../../domain/items/answer-effects.ts'
import { dueWords } from '../../../../domain/items/due-words.ts'
import { itemName } from '../../../../domain/items/item-name.ts'
import { useDraft } from '../../../../domain/session/use-draft.ts'
import { ApiError, errorMessage } from '../../../../lib/api-error.ts'
import { fieldErrors } from '../../../../lib/form-errors.ts'
import { formatDate } from '../../../../lib/format.ts'
import { showInPlace } from '../../../../lib/telling.ts'
import { ChoiceList } from '../../../../ui/choice-list.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { type AnswerFields, answerSchema } from './answer-schema.ts'
import { answeringFailed, giveAnswer } from './give-answer.ts'
import { LaterDateField } from './later-date-field.tsx'
import type { RequestedItem } from './requested-item.ts'

interface AnswerDialogProps {
  isOpen: boolean
  item: RequestedItem
  today: CivilDate
  /** The only answer that the dialog is about; null to choose one. */
  fixed: Answer | null
  onClose: () => void
}

/** *Responder ao lembrete*: one of three answers; and *Pedir mais prazo*, which is one of them. */
export function AnswerDialog({ isOpen, item, today, fixed, onClose }: AnswerDialogProps) {
  const schema = useMemo(() => answerSchema(item.returnDate, today), [item.returnDate, today])
  const blank: AnswerFields = { answer: fixed, returnDate: '', note: '' }
  const { control, register, handleSubmit, formState, setError, getValues, reset, watch } = useForm<AnswerFields>({
    resolver: zodResolver(schema) as never,
    defaultValues: blank,
  })
  const give = giveAnswer(useQueryClient())
  const { mutate, isPending, isSuccess, error } = useMutation({
    ...give,
    onSuccess: (...answer) => {
      draft.forget()
      return give.onSuccess?.(...answer)
    },
  })
  const isDirty = !isSuccess && formState.isDirty
  const draft = useDraft<AnswerFields>({
    name: `answer ${item.id}`,
    isDirty,
    keep: getValues,
    restore: (kept) => reset(kept, { keepDefaultValues: true }),
  })
  const answer = watch('answer')
  const submit = handleSubmit((values) =>
    mutate(
      { item, ...values, answer: values.answer as Answer },
      {
        onSuccess: onClose,
        onError: (failure) => {
          showInPlace()
          for (const [field, message] of ownErrors(failure, values.answer)) {
            setError(field, { message }, { shouldFocus: true })
          }
        },
      },
    ),
  )
  const isMoreTime = answer === 'extension'
  const isAtField = error instanceof ApiError && Object.keys(error.errors).length > 0
  return (
    <FormDialog
      isOpen={isOpen}
      title={fixed === 'extension' ? 'Pedir mais prazo' : 'Responder ao lembrete'}
      submitLabel={isMoreTime ? 'Pedir mais prazo' : 'Enviar resposta'}
      busyLabel="Enviando..."
      isBusy={isPending}
      isDirty={isDirty}
      error={error && !isAtField ? errorMessage(error, answeringFailed) : null}
      onDiscard={
        draft.isRestored
          ? () => {
              draft.forget()
              reset(blank)
            }
          : null
      }
      onGiveUp={draft.forget}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {itemName(item)}
        {item.returnDate && `: o prazo atual é ${presentDate(item.returnDate, today)}.`}
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
          label={isMoreTime ? 'Por que precisa de mais prazo? *' : 'Quer dizer mais alguma coisa?'}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          aria-required={isMoreTime}
          error={formState.errors.note?.message}
          {...register('note')}
        />
      )}
    </FormDialog>
  )
}

const requestIsOpen = ruleErrors.REQUEST_ALREADY_OPEN.message

function presentDate(returnDate: CivilDate, today: CivilDate): string {
  const { words } = dueWords(returnDate, today)
  return `${formatDate(returnDate)}${words && ` (${words})`}`
}

/** The server's errors, at the fields of this form. */
function ownErrors(failure: unknown, answer: Answer | null): [keyof AnswerFields, string][] {
  const wire = answer === 'extension' ? newExtensionRequestWire : newOccurrence
  return fieldErrors(failure, wire).map(([field, message]) => [field === 'returnDate' ? 'returnDate' : 'note', message])
}
