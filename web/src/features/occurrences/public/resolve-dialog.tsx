import { zodResolver } from '@hookform/resolvers/zod'
import type { Item } from '@malote/core/items/item.ts'
import {
  kindWords,
  type Occurrence,
  type OccurrenceOutcome,
  occurrenceOutcomes,
  occurrenceResolution,
  outcomeWords,
} from '@malote/core/occurrences/occurrence.ts'
import { canResolveOccurrence } from '@malote/core/occurrences/occurrence-rules.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Skeleton, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { itemName } from '../../../domain/items/item-name.ts'
import { protocolQuery } from '../../../domain/protocols/protocol-query.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { useDraft } from '../../../domain/session/use-draft.ts'
import { ApiError, errorMessage } from '../../../lib/api-error.ts'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import { showInPlace } from '../../../lib/telling.ts'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { effectOf } from './effect-words.ts'
import { resolveOccurrence, resolvingFailed } from './occurrences.api.ts'

interface ResolveDialogProps {
  isOpen: boolean
  occurrence: Occurrence
  onClose: () => void
}

interface Fields {
  outcome: OccurrenceOutcome | null
  note: string
}

const blank: Fields = { outcome: null, note: '' }

/** *Resolver ocorrência*: how it ended. Says what each outcome does, and why some cannot be chosen. */
export function ResolveDialog({ isOpen, occurrence, onClose }: ResolveDialogProps) {
  const { id, protocolId, itemId, kind, description } = occurrence
  const { data, error: loadError, dataUpdatedAt, refetch } = useQuery({ ...protocolQuery(protocolId), enabled: isOpen })
  const item = data?.items.find((one) => one.id === itemId)
  const { control, register, handleSubmit, formState, setError, getValues, reset } = useForm<Fields>({
    resolver: zodResolver(occurrenceResolution) as never,
    defaultValues: blank,
  })
  const resolve = resolveOccurrence(useQueryClient())
  const { mutate, isPending, isSuccess, error } = useMutation({
    ...resolve,
    onSuccess: (...answer) => {
      draft.forget()
      return resolve.onSuccess?.(...answer)
    },
  })
  const isDirty = !isSuccess && formState.isDirty
  const draft = useDraft<Fields>({
    name: `resolution ${id}`,
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
      { id, ...occurrenceResolution.parse(values) },
      {
        onSuccess: onClose,
        onError: (failure) => {
          showInPlace()
          showFieldErrors(failure, occurrenceResolution, setError)
        },
      },
    ),
  )
  const isAtField = error instanceof ApiError && Object.keys(error.errors).length > 0
  return (
    <FormDialog
      isOpen={isOpen}
      title="Resolver ocorrência"
      submitLabel="Resolver"
      busyLabel="Resolvendo..."
      isBusy={isPending}
      isDirty={isDirty}
      isSubmitDisabled={!item}
      error={error && !isAtField ? errorMessage(error, resolvingFailed) : null}
      onDiscard={draft.isRestored ? discard : null}
      onGiveUp={draft.forget}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {itemName(occurrence)}: {kindWords[kind]}. “{description}”
      </p>
      <QueryStates
        query={{ data: data && item && { protocol: data, item }, error: loadError, dataUpdatedAt, refetch }}
        failed="Erro ao carregar o item. Tente novamente."
        loading={<Skeleton height={220} />}
      >
        {(found) => (
          <Controller
            control={control}
            name="outcome"
            render={({ field, fieldState }) => (
              <Outcomes
                {...found}
                occurrence={occurrence}
                value={field.value}
                error={fieldState.error?.message}
                onChange={field.onChange}
                ref={field.ref}
              />
            )}
          />
        )}
      </QueryStates>
      <Textarea
        label="Observação *"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        aria-required
        error={formState.errors.note?.message}
        {...register('note')}
      />
    </FormDialog>
  )
}

interface OutcomesProps {
  protocol: ProtocolDetail
  item: Item
  occurrence: Occurrence
  value: OccurrenceOutcome | null
  error: string | undefined
  onChange: (outcome: OccurrenceOutcome) => void
  ref: (input: HTMLInputElement | null) => void
}

function Outcomes({ protocol, item, occurrence, ...field }: OutcomesProps) {
  const viewer = useViewer()
  const choices = occurrenceOutcomes.map((outcome) => {
    const verdict = canResolveOccurrence(viewer, protocol, item, occurrence, outcome)
    return {
      value: outcome,
      label: outcomeWords[outcome],
      description: effectOf(outcome, occurrence.kind),
      refusal: verdict.allowed ? null : verdict.message,
    }
  })
  return <ChoiceList label="Como terminou? *" choices={choices} {...field} />
}
