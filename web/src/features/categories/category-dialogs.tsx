import { type Category, type CategoryInput, dayCounts } from '@malote/core/categories/category.ts'
import { categoryEditWire } from '@malote/core/categories/category.wire.ts'
import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { deleteCategory, saveCategory } from '../../domain/catalogs/categories.api.ts'
import { EntryDialogs, type EntryFormProps } from '../../domain/catalogs/entry-dialogs.tsx'
import type { RegisterDialogsProps } from '../../domain/catalogs/register-page.tsx'
import { useRegisterForm } from '../../domain/catalogs/use-register-form.ts'
import { TypicalHint } from '../../domain/due-dates/typical-hint.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import classes from './category-dialogs.module.css'
import { type CategoryForm, categoryFormOf, categoryResolver } from './category-form.ts'
import { ColorField, nameOfColor } from './color-field.tsx'

function CategoryDialog({ row, ...dialogProps }: EntryFormProps<Category>) {
  const { field, control, clearErrors, dialog } = useRegisterForm<Category, CategoryForm, CategoryInput>({
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
export default function CategoryDialogs(props: RegisterDialogsProps<Category>) {
  return <EntryDialogs {...props} Form={CategoryDialog} remove={deleteCategory} />
}
