import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import { AttachmentList } from '../../../domain/attachments/attachment-list.tsx'
import { CategoryField } from './category-field.tsx'
import { DescriptionField } from './description-field.tsx'
import { DocumentNumberField } from './document-number-field.tsx'
import { FilesField } from './files-field.tsx'
import classes from './item-fields.module.css'
import type { ItemForm } from './item-form.ts'
import { ItemTypeField } from './item-type-field.tsx'
import type { ProtocolForm } from './protocol-form.ts'
import { ReasonField } from './reason-field.tsx'
import { ResponsibleField } from './responsible-field.tsx'
import { SupplierField } from './supplier-field.tsx'

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
