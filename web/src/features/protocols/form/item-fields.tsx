import type { Control } from 'react-hook-form'
import { ItemAttachments } from '../../items/public/item-attachments.tsx'
import { CategoryField } from './category-field.tsx'
import { DocumentNumberField } from './document-number-field.tsx'
import { FilesField } from './files-field.tsx'
import classes from './item-fields.module.css'
import { ItemTypeField } from './item-type-field.tsx'
import type { ItemForm, ProtocolForm } from './protocol-form.ts'
import { ReasonField } from './reason-field.tsx'
import { ResponsibleField } from './responsible-field.tsx'
import { SupplierField } from './supplier-field.tsx'

interface ItemFieldsProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
}

/** The fields of one item. An existing item keeps its number and may get more files. */
export function ItemFields({ control, index, item }: ItemFieldsProps) {
  const isExisting = item.itemId !== null
  const field = { control, index }
  return (
    <>
      <div className={classes.grid}>
        <DocumentNumberField {...field} isFixed={isExisting} />
        <ItemTypeField {...field} />
        <CategoryField {...field} item={item} />
        <SupplierField {...field} />
        <ResponsibleField {...field} item={item} />
      </div>
      <ReasonField {...field} />
      {item.attachments.length > 0 && (
        <div className={classes.attachments}>
          <p className={classes.label}>Anexos</p>
          <ItemAttachments attachments={item.attachments} />
        </div>
      )}
      <FilesField {...field} itemId={item.itemId} />
    </>
  )
}
