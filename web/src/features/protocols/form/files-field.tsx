import { creationFormats, editFormats } from '@malote/core/items/attachment-formats.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'
import { configQuery } from '../../../domain/organisation/config.ts'
import { FilePicker } from '../../../ui/fields/file-picker.tsx'
import { fileProblem } from './file-problems.ts'
import classes from './item-fields.module.css'
import type { ProtocolForm } from './protocol-form.ts'
import { useFieldError } from './use-field-error.ts'

interface FilesFieldProps {
  control: Control<ProtocolForm>
  index: number
  /** null for a new item, which takes one file; an existing item takes several. */
  itemId: number | null
}

export function FilesField({ control, index, itemId }: FilesFieldProps) {
  const name = `items.${index}.files` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  const { data: config } = useQuery(configQuery)
  const isExisting = itemId !== null
  // Shown on selection, so that a file that is too large is noticed before the submit.
  const problem = fileProblem({ itemId, files: field.value }, config?.uploadMaxMb)
  return (
    <FilePicker
      className={classes.attachments}
      label={isExisting ? 'Novos anexos' : 'Anexo'}
      files={field.value}
      onChange={field.onChange}
      accept={isExisting ? editFormats : creationFormats}
      isMultiple={isExisting}
      error={error ?? problem}
      {...(config && { maxMegabytes: config.uploadMaxMb })}
    />
  )
}
