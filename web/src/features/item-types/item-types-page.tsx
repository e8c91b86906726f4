import { canDeleteItemType } from '@malote/core/item-types/item-type-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { asSettings } from '../../domain/registers/as-settings.ts'
import { RegisterPage } from '../../domain/registers/register-page.tsx'
import type { RegisterScreenProps } from '../../domain/registers/register-search.ts'
import { registerWords } from '../../domain/registers/register-words.ts'
import { counted } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { itemTypeColumns } from './item-type-columns.tsx'
import { itemTypesQuery } from './public/item-types.api.ts'

const ItemTypeDialogs = lazyPart(() => import('./item-type-dialogs.tsx'))

const words = registerWords('tipo de item', 'Tipo de Item', 'o')

export function ItemTypesPage(props: RegisterScreenProps) {
  const list = useQuery({ ...itemTypesQuery, ...asSettings })
  const { data } = list
  return (
    <RegisterPage
      {...props}
      title="Tipos de Itens"
      words={words}
      count={data && counted(data.length, 'tipo de item', 'tipos de itens')}
      columns={itemTypeColumns}
      list={list}
      loadFailed="Erro ao carregar tipos de itens. Tente novamente."
      rows={data}
      nameOf={({ name }) => name}
      details={({ description, itemsCount }) => (
        <>
          {description && <p>{description}</p>}
          <p>{counted(itemsCount ?? 0, 'item', 'itens')}</p>
        </>
      )}
      canDelete={canDeleteItemType}
      empty={
        <EmptyState title="Nenhum tipo de item encontrado.">
          Os documentos e objetos que circulam entre os departamentos aparecem aqui.
        </EmptyState>
      }
      Dialogs={ItemTypeDialogs}
    />
  )
}
