import { creationFormats, editFormats } from '@malote/core/items/attachment-formats.ts'
import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller, useFormState, useWatch } from 'react-hook-form'
import { configQuery } from '../../../app/config.ts'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { ItemAttachments } from '../../items/item-attachments.tsx'
import { SupplierSelect } from '../../suppliers/supplier-select.tsx'
import { CategoryField } from './category-field.tsx'
import classes from './item-fields.module.css'
import { ItemTypeField } from './item-type-field.tsx'
import type { ItemForm, ProtocolForm } from './protocol-form.ts'
import { ResponsibleField } from './responsible-field.tsx'

interface ItemFieldsProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
}

export function ItemFields({ control, index, item }: ItemFieldsProps) {
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const { errors } = useFormState({ control, name: `items.${index}` })
  const { data: config } = useQuery(configQuery)
  const error = errors.items?.[index]
  const name = `items.${index}` as const
  // What exists keeps its number and may get more files.
  const isExisting = item.itemId !== null

  return (
    <>
      <div className={classes.grid}>
        <Controller
          control={control}
          name={`${name}.documentNumber`}
          render={({ field }) => (
            <TextInput
              label="Nº do documento"
              {...field}
              readOnly={isExisting}
              maxLength={100}
              error={error?.documentNumber?.message}
            />
          )}
        />
        <ItemTypeField control={control} index={index} />
        <CategoryField control={control} index={index} item={item} />
        <Controller
          control={control}
          name={`${name}.supplierId`}
          render={({ field }) => (
            <SupplierSelect value={field.value} onChange={field.onChange} error={error?.supplierId?.message} />
          )}
        />
        <ResponsibleField control={control} index={index} item={item} />
      </div>
      <Controller
        control={control}
        name={`${name}.reason`}
        render={({ field }) => (
          <Textarea
            label={requiresReturn ? 'Motivo da Devolução' : 'Motivo'}
            // The contract writes the star itself: 'Motivo da Devolução *'.
            withAsterisk={requiresReturn}
            aria-required={requiresReturn}
            className={classes.reason}
            rows={2}
            maxLength={2000}
            {...field}
            error={error?.reason?.message}
          />
        )}
      />
      {item.attachments.length > 0 && (
        <div className={classes.attachments}>
          <p className={classes.label}>Anexos</p>
          <ItemAttachments attachments={item.attachments} />
        </div>
      )}
      <Controller
        control={control}
        name={`${name}.files`}
        render={({ field }) => (
          <FilePicker
            className={classes.attachments}
            label={isExisting ? 'Novos anexos' : 'Anexo'}
            files={field.value}
            onChange={field.onChange}
            accept={isExisting ? editFormats : creationFormats}
            isMultiple={isExisting}
            error={error?.files?.message}
            {...(config && { maxMegabytes: config.uploadMaxMb })}
          />
        )}
      />
    </>
  )
}
