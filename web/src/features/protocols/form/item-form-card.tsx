import { creationFormats, editFormats } from '@malote/core/items/attachment-formats.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconEraser, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createContext, memo, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { AttachmentList } from '../../../domain/attachments/attachment-list.tsx'
import { categoriesQuery, itemTypesQuery } from '../../../domain/catalogs/catalogs.api.ts'
import { SupplierSelect } from '../../../domain/catalogs/supplier-select.tsx'
import { configQuery } from '../../../domain/organisation/config.ts'
import { FilePicker } from '../../../ui/fields/file-picker.tsx'
import { useFocusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import { optionsOf } from '../../../ui/fields/searchable-select.tsx'
import { CategoryField, ItemTypeField, ResponsibleField, useOpenName } from './choice-fields.tsx'
import classes from './form.module.css'
import { type ItemForm, withKnown } from './item-form.ts'
import { fileProblem, type ProtocolForm } from './protocol-form.ts'
import { DescriptionField, DocumentNumberField, ReasonField, useFieldError, useHasError } from './text-fields.tsx'
import { useNearby } from './use-folding.ts'

/** The first cards are always rendered; of the others only those near the viewport. */
const alwaysDrawn = 10

interface ItemFormCardProps {
  control: Control<ProtocolForm>
  index: number
  /** The item's initial values, with the id of `useFieldArray`. */
  item: ItemForm & { id: string }
  isFolded: boolean
  /** @param index the card to fold or open */
  onFold: (index: number, isFolded: boolean) => void
  /** The only card of a form need not fold. */
  isOnly?: boolean
  /** Validates the item and shows its errors: only a complete item can be collapsed (contract 2.7.6). */
  isComplete: (index: number) => Promise<boolean>
  /** *Limpar campos*: empties what the item took over; absent where it took over nothing. */
  onClear?: ((index: number) => void) | undefined
  /** Absent for an item that cannot be removed. */
  onRemove?: ((index: number) => void) | undefined
  /** Beside the title of an open card. */
  note?: ReactNode
  /** Beside the summary of a collapsed card. */
  foldedNote?: ReactNode
  /** Below the document number. */
  numberWarning?: ReactNode
}

/** The card of one item; it can be collapsed when complete, and opens when it has an error. */
export const ItemFormCard = memo(OneItem, isSame)

function OneItem(props: ItemFormCardProps) {
  const { control, index, item, isFolded, onFold, isOnly, isComplete, onClear, onRemove } = props
  const { note, foldedNote, numberWarning } = props
  const card = useRef<HTMLElement>(null)
  const { isNear, height, draw } = useNearby(card, index >= alwaysDrawn)
  const hasError = useHasError(control, `items.${index}`)
  const isOpen = !isFolded || hasError
  // An error opens the card permanently, so that it does not collapse while the user corrects the error.
  useEffect(() => {
    if (isFolded && hasError) onFold(index, false)
  }, [isFolded, hasError, onFold, index])
  // How often the card stayed open because it is not complete.
  const [refusals, setRefusals] = useState(0)
  const toggle = async () => {
    if (!isOpen || (await isComplete(index))) return onFold(index, isOpen)
    setRefusals((before) => before + 1)
  }
  useFocusFirstInvalid(card, refusals)
  const title = `Item ${index + 1}`
  return (
    <section
      ref={card}
      className={classes.card}
      aria-label={title}
      tabIndex={-1}
      data-folded={!isOpen || undefined}
      data-has-error={hasError || undefined}
      style={{ minHeight: isOpen ? height : undefined }}
      onFocus={draw}
    >
      <header className={classes.head}>
        <h3 className={classes.title}>
          {title}
          {isOpen && note}
          {!isOpen && <FoldedSummary control={control} index={index} known={item.known} />}
          {!isOpen && foldedNote}
        </h3>
        <div className={classes.actions}>
          {onClear && isOpen && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconEraser size={16} aria-hidden />}
              aria-label={`Limpar campos do ${title}`}
              onClick={() => onClear(index)}
            >
              Limpar campos
            </Button>
          )}
          {onRemove && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              className={classes.remove}
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={`Remover ${title}`}
              onClick={() => onRemove(index)}
            >
              Remover Item
            </Button>
          )}
          {!(isOnly && isOpen) && (
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-label={isOpen ? `Recolher ${title}` : `Abrir ${title}`}
              onClick={toggle}
            >
              <IconChevronDown size={18} className={classes.chevron} data-open={isOpen} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </header>
      {isNear && isOpen && <ItemFields control={control} index={index} item={item} numberWarning={numberWarning} />}
    </section>
  )
}

// Adding or removing an item creates new objects for all; this avoids rendering a hundred cards again. The notes are
// elements that read their text themselves, so a new element says nothing new.
function isSame(before: ItemFormCardProps, now: ItemFormCardProps) {
  return (
    before.item.id === now.item.id &&
    before.index === now.index &&
    before.control === now.control &&
    before.isFolded === now.isFolded &&
    before.isOnly === now.isOnly &&
    before.onClear === now.onClear &&
    before.onRemove === now.onRemove
  )
}

interface FoldedSummaryProps extends Pick<ItemForm, 'known'> {
  control: Control<ProtocolForm>
  index: number
}

/** Identifies a collapsed item: its number, description, type and category. */
function FoldedSummary({ control, index, known }: FoldedSummaryProps) {
  const { data: types = [] } = useQuery(itemTypesQuery)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const name = `items.${index}` as const
  const [number, description, typeId, categoryId] = useWatch({
    control,
    name: [`${name}.documentNumber`, `${name}.description`, `${name}.itemTypeId`, `${name}.categoryId`],
  })
  const parts = [
    number,
    description,
    types.find(({ id }) => String(id) === typeId)?.name,
    withKnown(optionsOf(categories), known.category).find(({ value }) => value === categoryId)?.label,
  ]
  return <span className="cut soft normal numbers">{parts.filter(Boolean).join(' · ')}</span>
}

interface ItemFieldsProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
  /** Below the document number. */
  numberWarning?: ReactNode
}

/** Whether a form shows the fields that most items leave empty. Without a provider it always does. */
export const MoreFields = createContext<{ isOpen: boolean; toggle: () => void } | null>(null)

/** The fields of one item. An existing item may get more files. */
function ItemFields({ control, index, item, numberWarning }: ItemFieldsProps) {
  const field = { control, index }
  const more = use(MoreFields)
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const isFilled = useIsMoreFilled(control, index, requiresReturn)
  const isShown = !more || more.isOpen || isFilled
  const category = <CategoryField {...field} item={item} />
  const reason = <ReasonField {...field} />
  return (
    <>
      <div className={classes.grid}>
        <ItemTypeField {...field} />
        <DocumentNumberField {...field} warning={numberWarning} />
        <DescriptionField {...field} />
        {requiresReturn && category}
      </div>
      {requiresReturn && reason}
      {more && (
        <Button
          className="mt-8"
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<IconChevronDown size={16} className={classes.chevron} data-open={isShown} aria-hidden />}
          aria-expanded={isShown}
          onClick={more.toggle}
        >
          Mais campos
        </Button>
      )}
      {isShown && (
        <>
          <div className={classes.more}>
            {!requiresReturn && category}
            <SupplierField {...field} />
            <ResponsibleField {...field} item={item} />
          </div>
          {!requiresReturn && reason}
          {item.attachments.length > 0 && (
            <div className="mt-12">
              <p className="medium mb-4">Anexos</p>
              <AttachmentList attachments={item.attachments} />
            </div>
          )}
          <FilesField {...field} itemId={item.itemId} />
        </>
      )}
    </>
  )
}

const hasMore = ({ supplierId, responsibleId, files, unknown, categoryId, reason }: ItemForm, isReturned: boolean) =>
  supplierId !== null ||
  responsibleId !== null ||
  files.length > 0 ||
  Object.keys(unknown).length > 0 ||
  (!isReturned && (categoryId !== null || reason !== ''))

/** Whether one of the further fields has a value, or had one: it does not vanish when it is emptied. */
function useIsMoreFilled(control: Control<ProtocolForm>, index: number, requiresReturn: boolean): boolean {
  const isFilled = useWatch({
    control,
    name: `items.${index}`,
    compute: (item: ItemForm | undefined) => item !== undefined && hasMore(item, requiresReturn),
  })
  const [wasFilled, keep] = useState(false)
  if (isFilled && !wasFilled) keep(true)
  return isFilled || wasFilled
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
      className="mt-12"
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
