import { type Suggestion, suggestionStatusLabels } from '@malote/core/help/suggestion.ts'
import { suggestionStatuses } from '@malote/core/help/suggestion-choices.ts'
import { Select, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../domain/session/use-draft.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { showInPlace } from '../../lib/telling.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { judgementFailed, judgeSuggestion } from './help.api.ts'
import type { SuggestionStatus } from './suggestion-search.ts'

const options = suggestionStatuses.map((value) => ({ value, label: suggestionStatusLabels[value] }))

interface JudgeDialogProps {
  suggestion: Suggestion
  isOpen: boolean
  onClose: () => void
}

/** Sets the status of a suggestion and a note for its author. */
export function JudgeDialog({ suggestion, isOpen, onClose }: JudgeDialogProps) {
  const judge = judgeSuggestion(useQueryClient(), suggestion.id)
  const { mutate, isPending, isSuccess, error } = useMutation({
    ...judge,
    // Also runs when the page was left meanwhile.
    onSuccess: (...answer) => {
      draft.forget()
      return judge.onSuccess?.(...answer)
    },
  })
  const before = { status: suggestion.status as SuggestionStatus, notes: suggestion.implementationNotes ?? '' }
  const [{ status, notes }, setVerdict] = useState(before)
  // Saved changes no longer need a confirmation when the dialog closes.
  const isDirty = !isSuccess && (status !== before.status || notes !== before.notes)
  const draft = useDraft<typeof before>({
    name: `suggestion ${suggestion.id}`,
    isDirty,
    keep: () => ({ status, notes }),
    restore: setVerdict,
  })
  const discard = () => {
    draft.forget()
    setVerdict(before)
  }
  const save = () => mutate({ status, implementationNotes: notes }, { onSuccess: onClose, onError: showInPlace })
  return (
    <FormDialog
      isOpen={isOpen}
      title={`Situação de "${suggestion.title}"`}
      submitLabel="Salvar"
      isBusy={isPending}
      isDirty={isDirty}
      error={error && errorMessage(error, judgementFailed)}
      onSubmit={save}
      onDiscard={draft.isRestored ? discard : null}
      onGiveUp={draft.forget}
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
