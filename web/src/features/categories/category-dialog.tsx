import { type Category, type CategoryInput, dayCounts } from '@malote/core/categories/category.ts'
import { categoryEditWire } from '@malote/core/categories/category.wire.ts'
import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { useRegisterForm } from '../../domain/registers/use-register-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import classes from './category-dialog.module.css'
import { type CategoryForm, categoryResolver, formOf } from './category-form.ts'
import { categoryWords } from './category-words.ts'
import { ColorField, nameOfColor } from './color-field.tsx'
import { saveCategory } from './public/categories.api.ts'

interface CategoryDialogProps {
  isOpen: boolean
  /** null: a new one. */
  category: Category | null
  onClose: () => void
}

export function CategoryDialog({ isOpen, category, onClose }: CategoryDialogProps) {
  const { field, control, clearErrors, dialog } = useRegisterForm<Category, CategoryForm, CategoryInput>({
    row: category,
    formOf,
    resolver: categoryResolver,
    save: saveCategory(useQueryClient()),
    wire: categoryEditWire,
    shownAs: { color: nameOfColor },
    words: categoryWords,
    isOpen,
    onClose,
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
      <ColorField known={category?.color} {...field('color')} />
    </FormDialog>
  )
}
