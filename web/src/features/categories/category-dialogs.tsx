import type { Category } from '@malote/core/categories/category.ts'
import { useQueryClient } from '@tanstack/react-query'
import { DeleteDialog } from '../settings/delete-dialog.tsx'
import type { RegisterDialogsProps } from '../settings/register-page.tsx'
import { deleteCategory } from './categories.api.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { categoryWords } from './category-words.ts'

/** Loaded when the first one opens. */
export default function CategoryDialogs({ asking, ...dialog }: RegisterDialogsProps<Category>) {
  const queryClient = useQueryClient()
  if (asking.what !== 'delete') return <CategoryDialog category={asking.row} {...dialog} />
  return <DeleteDialog {...asking.row} words={categoryWords} remove={deleteCategory(queryClient)} {...dialog} />
}
