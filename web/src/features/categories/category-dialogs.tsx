import type { Category } from '@malote/core/categories/category.ts'
import { useQueryClient } from '@tanstack/react-query'
import { DeleteDialog } from '../../domain/registers/delete-dialog.tsx'
import type { RegisterDialogsProps } from '../../domain/registers/register-page.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import { categoryWords } from './category-words.ts'
import { deleteCategory } from './public/categories.api.ts'

/** Loaded when the first one opens. */
export default function CategoryDialogs({ asking, ...dialog }: RegisterDialogsProps<Category>) {
  const queryClient = useQueryClient()
  if (asking.what !== 'delete') return <CategoryDialog category={asking.row} {...dialog} />
  return <DeleteDialog {...asking.row} words={categoryWords} remove={deleteCategory(queryClient)} {...dialog} />
}
