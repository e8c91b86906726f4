import { creationFormats, editFormats } from '@malote/core/items/attachment-formats.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Control, useController } from 'react-hook-form'
import { AttachmentList } from '../../../domain/attachments/attachment-list.tsx'
import { SupplierSelect } from '../../../domain/catalogs/supplier-select.tsx'
import { configQuery } from '../../../domain/organisation/config.ts'
import { FilePicker } from '../../../ui/fields/file-picker.tsx'
import { CategoryField, ItemTypeField, ResponsibleField } from './choice-fields.tsx'
import { fileProblem } from './file-problems.ts'
import classes from './form.module.css'
import type { ItemForm } from './item-form.ts'
import type { ProtocolForm } from './protocol-form.ts'
import { DescriptionField, DocumentNumberField, ReasonField } from './text-fields.tsx'
import { useFieldError } from './use-field-error.ts'
import { useOpenName } from './use-open-name.ts'

interface ItemFieldsProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
  /** Below the document number. */
  numberWarning?: ReactNode
}

/** The fields of one item. An existing item keeps its number and may get more files. */
export function ItemFields({ control, index, item, numberWarning }: ItemFieldsProps) {
  const isExisting = item.itemId !== null
  const field = { control, index }
  return (
    <>
      <div className={classes.grid}>
        <DocumentNumberField {...field} isFixed={isExisting} warning={numberWarning} />
        <DescriptionField {...field} />
        <ItemTypeField {...field} />
        <CategoryField {...field} item={item} />
        <SupplierField {...field} />
        <ResponsibleField {...field} item={item} />
      </div>
      <ReasonField {...field} />
      {item.attachments.length > 0 && (
        <div className={classes.attachments}>
          <p className={classes.label}>Anexos</p>
          <AttachmentList attachments={item.attachments} />
        </div>
      )}
      <FilesField {...field} itemId={item.itemId} />
    </>
  )
}

function SupplierField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const name = `items.${index}.supplierId` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  const openName = useOpenName(control, index, 'supplierId')
  return <SupplierSelect value={field.value} onChange={field.onChange} error={error ?? openName} />
}

interface FilesFieldProps {
  control: Control<ProtocolForm>
  index: number
  /** null for a new item, which takes one file; an existing item takes several. */
  itemId: number | null
}

function FilesField({ control, index, itemId }: FilesFieldProps) {
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
