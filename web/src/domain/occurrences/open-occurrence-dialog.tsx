import { acts } from '@malote/core/acts/act.ts'
import { editFormats } from '@malote/core/items/attachment-formats.ts'
import type { Item } from '@malote/core/items/item.ts'
import {
  kindWords,
  mostOccurrenceFiles,
  newOccurrence,
  type OccurrenceKind,
  occurrenceKinds,
  occurrenceStatus,
} from '@malote/core/occurrences/occurrence.ts'
import { Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { ApiError } from '../../lib/api-error.ts'
import { fieldErrors, hasFieldErrors } from '../../lib/form-errors.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { ChoiceList } from '../../ui/fields/choice-list.tsx'
import { FilePicker } from '../../ui/fields/file-picker.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { itemName } from '../items/item-name.ts'
import { configQuery } from '../organisation/config.ts'
import { useFormDialog } from '../session/use-form-dialog.ts'
import { occurrenceFilesProblem, openingFailed, openOccurrence, protocolOccurrencesQuery } from './occurrences.api.ts'

interface OpenOccurrenceDialogProps {
  isOpen: boolean
  item: Pick<Item, 'id' | 'protocolId' | 'documentNumber' | 'description' | 'itemType'>
  /** Why it can no longer be done. */
  refusal: string | null
  onClose: () => void
}

interface Fields {
  kind: OccurrenceKind | null
  description: string
}

const blank: Fields = { kind: null, description: '' }

/** *Registrar ocorrência*: what happened, in the user's words, with photos or files. */
export function OpenOccurrenceDialog({ isOpen, item, refusal, onClose }: OpenOccurrenceDialogProps) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [filesError, setFilesError] = useState<string>()
  const [percent, setPercent] = useState(0)
  const { form, send, dialog } = useFormDialog({
    name: `occurrence ${item.id}`,
    schema: newOccurrence,
    blank,
    fileCount: files.length,
    save: openOccurrence(useQueryClient()),
    failed: openingFailed,
    showErrors: (failure, setError) => {
      for (const [field, message] of fieldErrors(failure, newOccurrence)) {
        if (field === 'kind' || field === 'description') setError(field, { message }, { shouldFocus: true })
        else setFilesError(message)
      }
      if (isOpenAlready(failure)) setError('kind', { message: failure.message }, { shouldFocus: true })
    },
    isAtField: (error) => isOpenAlready(error) || hasFieldErrors(error),
    onClose,
  })
  const { control, register, formState } = form
  const openKinds = useOpenKinds(item, isOpen)
  const { data: config } = useQuery(configQuery)
  const problem = occurrenceFilesProblem(files, config?.uploadMaxMb)

  const submit = form.handleSubmit((values) => {
    if (problem) return
    setFilesError(undefined)
    setPercent(0)
    send({ ...newOccurrence.parse(values), item, files, onProgress: setPercent })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      title={acts.report.name}
      submitLabel={acts.report.name}
      busyLabel="Registrando..."
      refusal={refusal}
      onSubmit={submit}
      {...dialog}
    >
      <p>{itemName(item)}</p>
      <Controller
        control={control}
        name="kind"
        render={({ field, fieldState }) => (
          <ChoiceList
            ref={field.ref}
            label="O que aconteceu? *"
            isInColumns
            value={field.value}
            choices={occurrenceKinds.map((value) => ({
              value,
              label: kindWords[value],
              refusal: openKinds.has(value) ? 'Já registrada' : null,
            }))}
            error={fieldState.error?.message}
            onChange={field.onChange}
          />
        )}
      />
      <Textarea
        label="Descrição *"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        aria-required
        error={formState.errors.description?.message}
        {...register('description')}
      />
      <FilePicker
        label={`Fotos ou arquivos (até ${mostOccurrenceFiles})`}
        files={files}
        accept={editFormats}
        isMultiple
        error={problem ?? filesError}
        onChange={(chosen) => {
          setFilesError(undefined)
          setFiles(chosen)
        }}
        {...(config && { maxMegabytes: config.uploadMaxMb })}
      />
      {dialog.isBusy && files.length > 0 && (
        <div className="grid gap-4 numbers">
          <span aria-hidden>Enviando: {percent}%</span>
          <ProgressBar completed={percent} total={100} label="Envio dos arquivos" withCount={false} isRunning />
        </div>
      )}
    </FormDialog>
  )
}

const isOpenAlready = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'OCCURRENCE_ALREADY_OPEN'

/** The kinds of which the item already has an open occurrence. */
function useOpenKinds({ id, protocolId }: OpenOccurrenceDialogProps['item'], isOpen: boolean) {
  const { data = [] } = useQuery({
    ...protocolOccurrencesQuery(protocolId),
    enabled: isOpen,
  })
  const open = data.filter(({ itemId, status }) => itemId === id && status === occurrenceStatus.open)
  return new Set(open.map(({ kind }) => kind))
}
