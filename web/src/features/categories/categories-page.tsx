import { canDeleteCategory } from '@malote/core/categories/category-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { asSettings } from '../../domain/catalogs/as-settings.ts'
import { categoriesQuery } from '../../domain/catalogs/categories.api.ts'
import { RegisterPage } from '../../domain/catalogs/register-page.tsx'
import type { RegisterScreenProps } from '../../domain/catalogs/register-search.ts'
import { registerWords } from '../../domain/catalogs/register-words.ts'
import { counted } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { categoryColumns, daysAndProtocols } from './category-columns.tsx'

const CategoryDialogs = lazyPart(() => import('./category-dialogs.tsx'))

const words = registerWords('categoria', 'Categoria', 'a')

export function CategoriesPage(props: RegisterScreenProps) {
  const list = useQuery({ ...categoriesQuery, ...asSettings })
  const { data } = list
  return (
    <RegisterPage
      {...props}
      title="Categorias de Protocolos"
      words={words}
      count={data && counted(data.length, 'categoria', 'categorias')}
      columns={categoryColumns}
      list={list}
      loadFailed="Erro ao carregar categorias."
      rows={data}
      nameOf={({ name }) => name}
      details={daysAndProtocols}
      canDelete={canDeleteCategory}
      empty={
        <EmptyState title="Nenhuma categoria encontrada.">
          Uma categoria diz em quantos dias um item deve voltar, ou que ele não volta.
        </EmptyState>
      }
      Dialogs={CategoryDialogs}
    />
  )
}
