import { type Suggestion, suggestionStatuses, suggestionStatusLabels } from '@malote/core/help/suggestion.ts'
import { Select, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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

/** What becomes of a suggestion, and what its author may know of it. */
export function JudgeDialog({ suggestion, isOpen, onClose }: JudgeDialogProps) {
  const { mutate, isPending, error } = useMutation(judgeSuggestion(useQueryClient(), suggestion.id))
  const [status, setStatus] = useState(suggestion.status as SuggestionStatus)
  const [notes, setNotes] = useState(suggestion.implementationNotes ?? '')
  const save = () => mutate({ status, implementationNotes: notes }, { onSuccess: onClose, onError: showInPlace })
  return (
    <FormDialog
      isOpen={isOpen}
      title={`Situação de "${suggestion.title}"`}
      submitLabel="Salvar"
      isBusy={isPending}
      isDirty={status !== suggestion.status || notes !== (suggestion.implementationNotes ?? '')}
      error={error && errorMessage(error, judgementFailed)}
      onSubmit={save}
      onClose={onClose}
    >
      <Select
        label="Situação"
        data={options}
        value={status}
        allowDeselect={false}
        onChange={(value) => value && setStatus(value)}
      />
      <Textarea
        label="Notas de implementação"
        autosize
        minRows={3}
        maxLength={5000}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
