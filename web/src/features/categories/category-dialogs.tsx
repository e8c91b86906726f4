import { zodResolver } from '@hookform/resolvers/zod'
import { type Category, type CategoryInput, categoryInput, dayCounts } from '@malote/core/categories/category.ts'
import { categoryEditWire } from '@malote/core/categories/category.wire.ts'
import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, type Resolver, type UseFormRegisterReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { CatalogDialogsProps } from '../../domain/catalogs/catalog-page.tsx'
import { deleteCategory, saveCategory } from '../../domain/catalogs/catalogs.api.ts'
import { EntryDialogs, type EntryFormProps } from '../../domain/catalogs/entry-dialogs.tsx'
import { useEntryForm } from '../../domain/catalogs/use-entry-form.ts'
import { TypicalHint } from '../../domain/due-dates/typical-hint.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import classes from './category-dialogs.module.css'

function CategoryDialog({ row, ...dialogProps }: EntryFormProps<Category>) {
  const { field, control, clearErrors, dialog } = useEntryForm<Category, CategoryForm, CategoryInput>({
    row,
    formOf: categoryFormOf,
    resolver: categoryResolver,
    save: saveCategory(useQueryClient()),
    wire: categoryEditWire,
    shownAs: { color: nameOfColor },
    ...dialogProps,
  })
  return (
    <FormDialog {...dialog}>
      <TextInput label="Nome" required maxLength={120} autoComplete="off" data-autofocus {...field('name')} />
      <div className={classes.days}>
        <TextInput
          label="Dias de retorno"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          placeholder="Deixe em branco se não aplicável"
          {...field('returnDays')}
        />
        <Controller
          control={control}
          name="dayCount"
          render={({ field: { onChange, ...rest }, fieldState }) => (
            <Select
              {...rest}
              label="Tipo de dias"
              required
              data={dayCounts}
              allowDeselect={false}
              error={fieldState.error?.message}
              onChange={(value) => {
                clearErrors('dayCount')
                onChange(value)
              }}
            />
          )}
        />
      </div>
      {row?.returnDays && <TypicalHint categoryId={row.id} destinationId={null} />}
      <ColorField known={row?.color} {...field('color')} />
    </FormDialog>
  )
}

/** Loaded when the first dialog opens. */
export default function CategoryDialogs(props: CatalogDialogsProps<Category>) {
  return <EntryDialogs {...props} Form={CategoryDialog} remove={deleteCategory} />
}

type CategoryForm = z.input<typeof categoryInput>

/** A new category counts business days (contract 5.5.2). */
const categoryFormOf = (category: Category | null): CategoryForm => ({
  name: category?.name ?? '',
  returnDays: String(category?.returnDays ?? ''),
  dayCount: category?.dayCount ?? dayCounts[0],
  color: category?.color?.toLowerCase() ?? '',
})

const bySchema: Resolver<CategoryForm, unknown, CategoryInput> = zodResolver(categoryInput)

/** A number input has the value '' for unreadable text, and '' would mean that nothing must come back. */
const categoryResolver: typeof bySchema = (values, context, options) => {
  const input = options.fields.returnDays?.ref
  const isUnreadable = input instanceof HTMLInputElement && input.validity.badInput
  return bySchema(isUnreadable ? { ...values, returnDays: '?' } : values, context, options)
}

/** Colours that differ clearly from each other and from the background in both themes. */
const palette = [
  ['#0e7c86', 'Petróleo'],
  ['#4b6fb3', 'Azul'],
  ['#6b5b95', 'Violeta'],
  ['#b3407a', 'Rosa'],
  ['#b33a32', 'Vermelho'],
  ['#b0762b', 'Âmbar'],
  ['#3b8254', 'Verde'],
  ['#64748b', 'Cinza'],
] as const

/** `#0e7c86` → `Petróleo`; a colour outside the palette has no name. */
const nameOfColor = (color: string | null | undefined) =>
  color ? (palette.find(([known]) => known === color)?.[1] ?? color) : 'Sem cor'

interface ColorFieldProps extends UseFormRegisterReturn {
  /** The category's current colour, which is also offered if it is not in the palette. */
  known: string | null | undefined
  error?: string | undefined
}

/** Selects the colour of the dot beside the category's name. */
function ColorField({ known, error, ...field }: ColorFieldProps) {
  const current = known?.toLowerCase()
  const isForeign = current && !palette.some(([color]) => color === current)
  const choices = [['', 'Sem cor'], ...palette, ...(isForeign ? [[current, 'Cor atual']] : [])]
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>Cor</legend>
      <div className="flex wrap gap-4">
        {choices.map(([color, name]) => (
          <label key={color} className={classes.choice} title={name}>
            <input type="radio" value={color} aria-label={name} className={classes.radio} {...field} />
            <span className={classes.dot} style={color ? { background: color } : undefined} data-none={!color} />
          </label>
        ))}
      </div>
      {error && (
        <p className="small danger-ink mt-4" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
