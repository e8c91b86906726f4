import { type Suggestion, suggestionStatusLabels } from '@malote/core/help/suggestion.ts'
import { suggestionStatuses } from '@malote/core/help/suggestion-choices.ts'
import { Select, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraftedMutation } from '../../domain/session/use-drafted-mutation.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { showInPlace } from '../../lib/telling.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { decideSuggestion, decisionFailed } from './help.api.ts'
import type { SuggestionStatus } from './suggestion-search.ts'

const options = suggestionStatuses.map((value) => ({ value, label: suggestionStatusLabels[value] }))

interface DecideSuggestionDialogProps {
  suggestion: Suggestion
  isOpen: boolean
  onClose: () => void
}

/** Sets the status of a suggestion and a note for its author. */
export function DecideSuggestionDialog({ suggestion, isOpen, onClose }: DecideSuggestionDialogProps) {
  const before = { status: suggestion.status as SuggestionStatus, notes: suggestion.implementationNotes ?? '' }
  const [{ status, notes }, setVerdict] = useState(before)
  const { mutate, isPending, error, ...draft } = useDraftedMutation(decideSuggestion(useQueryClient(), suggestion.id), {
    name: `suggestion ${suggestion.id}`,
    isChanged: status !== before.status || notes !== before.notes,
    keep: () => ({ status, notes }),
    restore: setVerdict,
    reset: () => setVerdict(before),
  })
  const save = () => mutate({ status, implementationNotes: notes }, { onSuccess: onClose, onError: showInPlace })
  return (
    <FormDialog
      isOpen={isOpen}
      title={`Situação de "${suggestion.title}"`}
      submitLabel="Salvar"
      isBusy={isPending}
      isDirty={draft.isDirty}
      error={error && errorMessage(error, decisionFailed)}
      onSubmit={save}
      onDiscard={draft.onDiscard}
      onGiveUp={draft.onGiveUp}
      onClose={onClose}
    >
      <Select
        label="Situação"
        data={options}
        value={status}
        allowDeselect={false}
        onChange={(value) => value && setVerdict({ status: value, notes })}
      />
      <Textarea
        label="Notas de implementação"
        autosize
        minRows={3}
        maxLength={5000}
        value={notes}
        onChange={(event) => setVerdict({ status, notes: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
