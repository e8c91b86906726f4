import { canDeleteCategory } from '@malote/core/categories/category-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { asSettings } from '../../domain/registers/as-settings.ts'
import { RegisterPage } from '../../domain/registers/register-page.tsx'
import type { RegisterScreenProps } from '../../domain/registers/register-search.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { counted } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { categoryColumns, daysAndProtocols } from './category-columns.tsx'
import { categoryWords } from './category-words.ts'
import { categoriesQuery } from './public/categories.api.ts'

const CategoryDialogs = lazyPart(() => import('./category-dialogs.tsx'))

export function CategoriesPage(props: RegisterScreenProps) {
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...categoriesQuery, ...asSettings })
  return (
    <RegisterPage
      {...props}
      title="Categorias de Protocolos"
      words={categoryWords}
      count={data && counted(data.length, 'categoria', 'categorias')}
      columns={categoryColumns}
      rows={data}
      nameOf={({ name }) => name}
      details={daysAndProtocols}
      canDelete={canDeleteCategory}
      error={error && errorMessage(error, 'Erro ao carregar categorias.')}
      onRetry={refetch}
      updatedAt={dataUpdatedAt}
      empty={
        <EmptyState title="Nenhuma categoria encontrada.">
          Uma categoria diz em quantos dias um item deve voltar, ou que ele não volta.
        </EmptyState>
      }
      Dialogs={CategoryDialogs}
    />
  )
}
