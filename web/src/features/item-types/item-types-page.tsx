import { canDeleteItemType, type ItemType } from '@malote/core/item-types/item-type.ts'
import { useQuery } from '@tanstack/react-query'
import { CatalogPage } from '../../domain/catalogs/catalog-page.tsx'
import { catalogWords } from '../../domain/catalogs/catalog-words.ts'
import { asSettings, itemTypesQuery } from '../../domain/catalogs/catalogs.api.ts'
import type { CatalogScreenProps } from '../../domain/screens/searches.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/data-table.tsx'

const ItemTypeDialogs = lazyPart(() => import('./item-type-dialogs.tsx'))

const words = catalogWords('tipo de item', 'Tipo de Item', 'o')

export default function ItemTypesPage(props: CatalogScreenProps) {
  const list = useQuery({ ...itemTypesQuery, ...asSettings })
  const { data } = list
  return (
    <CatalogPage
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

const itemTypeColumns: readonly Column<ItemType>[] = [
  { key: 'name', header: 'Nome', isRowHeader: true, width: '28%', cell: ({ name }) => name || '—' },
  { key: 'description', header: 'Descrição', cell: ({ description }) => description || '—' },
  {
    key: 'items',
    header: 'Itens',
    width: '96px',
    align: 'end',
    cell: ({ itemsCount }) => formatNumber(itemsCount ?? 0),
  },
]
