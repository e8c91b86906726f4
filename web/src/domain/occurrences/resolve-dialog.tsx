import type { Item } from '@malote/core/items/item.ts'
import {
  kindWords,
  type Occurrence,
  type OccurrenceKind,
  type OccurrenceOutcome,
  occurrenceOutcome,
  occurrenceOutcomes,
  occurrenceResolution,
  occurrenceStatus,
  outcomeWords,
  silencingKinds,
} from '@malote/core/occurrences/occurrence.ts'
import { canResolveOccurrence } from '@malote/core/occurrences/occurrence-rules.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { ruleErrors } from '@malote/core/shared/rule-errors.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import { Skeleton, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { ChoiceList } from '../../ui/fields/choice-list.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { nameOfItemOf } from '../items/item-name.ts'
import { protocolQuery } from '../protocols/protocols.api.ts'
import { useViewer } from '../session/session.tsx'
import { useFormDialog } from '../session/use-form-dialog.ts'
import { protocolOccurrencesQuery, resolveOccurrence, resolvingFailed } from './occurrences.api.ts'

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
export default function ResolveDialog({ isOpen, occurrence, onClose }: ResolveDialogProps) {
  const { id, protocolId, itemId, kind, description } = occurrence
  const { data, error: loadError, dataUpdatedAt, refetch } = useQuery({ ...protocolQuery(protocolId), enabled: isOpen })
  const item = data?.items.find((one) => one.id === itemId)
  const { data: all } = useQuery({ ...protocolOccurrencesQuery(protocolId), enabled: isOpen })
  const isResolved = all?.find((one) => one.id === id)?.status === occurrenceStatus.resolved
  const { form, send, dialog } = useFormDialog({
    name: `resolution ${id}`,
    schema: occurrenceResolution,
    blank,
    save: resolveOccurrence(useQueryClient()),
    failed: resolvingFailed,
    showErrors: (failure, setError) => showFieldErrors(failure, occurrenceResolution, setError),
    onClose,
  })
  const { control, register, formState } = form
  const submit = form.handleSubmit((values) => send({ id, ...occurrenceResolution.parse(values) }))
  return (
    <FormDialog
      isOpen={isOpen}
      title="Resolver ocorrência"
      submitLabel="Resolver"
      busyLabel="Resolvendo..."
      isSubmitDisabled={!item}
      refusal={isResolved ? `${ruleErrors.OCCURRENCE_ALREADY_RESOLVED.message}.` : null}
      onSubmit={submit}
      {...dialog}
    >
      <p>
        {nameOfItemOf(occurrence)}: {kindWords[kind]}. “{description}”
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
  const choices = occurrenceOutcomes.map((outcome) => ({
    value: outcome,
    label: outcomeWords[outcome],
    description: effectOf(outcome, occurrence.kind),
    refusal: refusalIn(canResolveOccurrence(viewer, protocol, item, occurrence, outcome)),
  }))
  return <ChoiceList label="Como terminou? *" choices={choices} {...field} />
}

const effects: Record<OccurrenceOutcome, string> = {
  found: 'O item apareceu e segue no protocolo.',
  replaced: 'Outro veio no lugar; o item segue no protocolo.',
  returned: 'O item passa a retornado.',
  written_off: 'O item é cancelado.',
  unfounded: 'Não era um problema; o item segue no protocolo.',
}

const resuming: readonly OccurrenceOutcome[] = [occurrenceOutcome.found, occurrenceOutcome.unfounded]

/** What an outcome does, in one line; some also resume the reminders that the occurrence silenced. */
const effectOf = (outcome: OccurrenceOutcome, kind: OccurrenceKind): string =>
  resuming.includes(outcome) && silencingKinds.includes(kind)
    ? `${effects[outcome]} Os lembretes de prazo voltam.`
    : effects[outcome]
