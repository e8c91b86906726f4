import { creationFormats, editFormats } from '@malote/core/items/attachment-formats.ts'
import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller, useFormState, useWatch } from 'react-hook-form'
import { configQuery } from '../../../app/config.ts'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { ItemAttachments } from '../../items/item-attachments.tsx'
import { SupplierSelect } from '../../suppliers/supplier-select.tsx'
import { CategoryField } from './category-field.tsx'
import { ItemTypeField } from './item-type-field.tsx'
import type { ProtocolForm } from './protocol-form.ts'
import { ResponsibleField } from './responsible-field.tsx'

interface ItemFieldsProps {
  control: Control<ProtocolForm>
  index: number
  /** An item that exists: its number stays, it may get more files. */
  isExisting: boolean
}

const megabyte = 1024 * 1024

export function ItemFields({ control, index, isExisting }: ItemFieldsProps) {
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const attachments = useWatch({ control, name: `items.${index}.attachments` })
  const { errors } = useFormState({ control, name: `items.${index}` })
  const { data: config } = useQuery(configQuery)
  const error = errors.items?.[index]
  const name = `items.${index}` as const

  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm">
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
        <CategoryField control={control} index={index} />
        <Controller
          control={control}
          name={`${name}.supplierId`}
          render={({ field }) => (
            <SupplierSelect value={field.value} onChange={field.onChange} error={error?.supplierId?.message} />
          )}
        />
        <ResponsibleField control={control} index={index} />
      </SimpleGrid>
      <Controller
        control={control}
        name={`${name}.reason`}
        render={({ field }) => (
          <Textarea
            mt="sm"
            label={requiresReturn ? 'Motivo da Devolução' : 'Motivo'}
            // The contract writes the star itself: 'Motivo da Devolução *'.
            withAsterisk={requiresReturn}
            aria-required={requiresReturn}
            autosize
            minRows={2}
            maxLength={2000}
            {...field}
            error={error?.reason?.message}
          />
        )}
      />
      {attachments.length > 0 && <ItemAttachments attachments={attachments} />}
      <Controller
        control={control}
        name={`${name}.files`}
        render={({ field }) => (
          <FilePicker
            label={isExisting ? 'Novos anexos' : 'Anexo'}
            files={field.value}
            onChange={field.onChange}
            accept={isExisting ? editFormats : creationFormats}
            isMultiple={isExisting}
            error={error?.files?.message}
            {...(config && { maxBytes: config.uploadMaxMb * megabyte })}
          />
        )}
      />
    </>
  )
}
