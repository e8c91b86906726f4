import { type Category, canDeleteCategory, returnDaysLabel } from '@malote/core/categories/category.ts'
import { useQuery } from '@tanstack/react-query'
import { CatalogPage } from '../../domain/catalogs/catalog-page.tsx'
import { catalogWords } from '../../domain/catalogs/catalog-words.ts'
import { asSettings, categoriesQuery } from '../../domain/catalogs/catalogs.api.ts'
import type { CatalogScreenProps } from '../../domain/screens/searches.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DotLabel } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'

const CategoryDialogs = lazyPart(() => import('./category-dialogs.tsx'))

const words = catalogWords('categoria', 'Categoria', 'a')

export default function CategoriesPage(props: CatalogScreenProps) {
  const list = useQuery({ ...categoriesQuery, ...asSettings })
  const { data } = list
  return (
    <CatalogPage
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

const categoryColumns: readonly Column<Category>[] = [
  {
    key: 'name',
    header: 'Nome',
    isRowHeader: true,
    cell: ({ name, color }) => <DotLabel color={color}>{name || '—'}</DotLabel>,
  },
  {
    key: 'returnDays',
    header: 'Dias de retorno',
    width: '18%',
    cell: ({ returnDays }) => returnDaysLabel(returnDays),
  },
  { key: 'dayCount', header: 'Tipo de dias', width: '18%', cell: (category) => kindOf(category) || '—' },
  {
    key: 'protocols',
    header: 'Protocolos',
    width: '104px',
    align: 'end',
    cell: ({ protocolsCount }) => formatNumber(protocolsCount ?? 0),
  },
]

/** Without a number of days, the way of counting is irrelevant. */
const kindOf = ({ returnDays, dayCount }: Category) => returnDays && dayCount

const daysAndProtocols = (category: Category) =>
  [
    returnDaysLabel(category.returnDays),
    kindOf(category),
    counted(category.protocolsCount ?? 0, 'protocolo', 'protocolos'),
  ]
    .filter(Boolean)
    .join(' · ')
