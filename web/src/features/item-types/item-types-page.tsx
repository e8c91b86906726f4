import { canDeleteItemType } from '@malote/core/item-types/item-type-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { asSettings } from '../../domain/registers/as-settings.ts'
import { RegisterPage } from '../../domain/registers/register-page.tsx'
import type { RegisterScreenProps } from '../../domain/registers/register-search.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { counted } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { itemTypeColumns } from './item-type-columns.tsx'
import { itemTypeWords } from './item-type-words.ts'
import { itemTypesQuery } from './public/item-types.api.ts'

const ItemTypeDialogs = lazyPart(() => import('./item-type-dialogs.tsx'))

export function ItemTypesPage(props: RegisterScreenProps) {
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...itemTypesQuery, ...asSettings })
  return (
    <RegisterPage
      {...props}
      title="Tipos de Itens"
      words={itemTypeWords}
      count={data && counted(data.length, 'tipo de item', 'tipos de itens')}
      columns={itemTypeColumns}
      rows={data}
      nameOf={({ name }) => name}
      details={({ description, itemsCount }) => (
        <>
          {description && <p>{description}</p>}
          <p>{counted(itemsCount ?? 0, 'item', 'itens')}</p>
        </>
      )}
      canDelete={canDeleteItemType}
      error={error && errorMessage(error, 'Erro ao carregar tipos de itens. Tente novamente.')}
      onRetry={refetch}
      updatedAt={dataUpdatedAt}
      empty={
        <EmptyState title="Nenhum tipo de item encontrado.">
          Os documentos e objetos que circulam entre os departamentos aparecem aqui.
        </EmptyState>
      }
      Dialogs={ItemTypeDialogs}
    />
  )
}
