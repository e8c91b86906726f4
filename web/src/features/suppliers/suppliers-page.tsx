import { allowed } from '@malote/core/shared/verdict.ts'
import { useQuery } from '@tanstack/react-query'
import { ImportLink } from '../../domain/catalogs/import-link.tsx'
import { RegisterPage } from '../../domain/catalogs/register-page.tsx'
import { registerWords } from '../../domain/catalogs/register-words.ts'
import { suppliersQuery } from '../../domain/catalogs/suppliers.api.ts'
import { counted } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { useExistingPage } from '../../ui/table/use-existing-page.ts'
import { supplierColumns } from './supplier-columns.tsx'
import { SupplierDetails } from './supplier-details.tsx'
import { SupplierFilters } from './supplier-filters.tsx'
import { type SupplierListSearch, supplierFilterOf, supplierListSearch } from './supplier-list-search.ts'

const SupplierDialogs = lazyPart(() => import('./supplier-dialogs.tsx'))

const words = registerWords('fornecedor', 'Fornecedor', 'o')

interface SuppliersPageProps {
  search: SupplierListSearch
  /** Merges a change into the search params. */
  onSearch: (change: SupplierListSearch, options?: { replace?: boolean; keepsPlace?: boolean }) => void
}

export function SuppliersPage({ search, onSearch }: SuppliersPageProps) {
  const filter = supplierFilterOf(search)
  const list = useQuery(suppliersQuery(filter))
  const { data, isPlaceholderData } = list
  const isFiltered = filter.search !== undefined || filter.status !== undefined
  const { lastPage, perPage, total } = data?.meta ?? { lastPage: 1, perPage: 10, total: 0 }

  useExistingPage(filter.page, isPlaceholderData ? undefined : data?.meta?.lastPage, (page) =>
    onSearch({ page }, { replace: true }),
  )

  return (
    <RegisterPage
      title="Fornecedores"
      words={words}
      moreActions={<ImportLink importable="suppliers" />}
      count={data && (isFiltered ? found(total) : counted(total, 'fornecedor', 'fornecedores'))}
      occasion={isPlaceholderData ? undefined : JSON.stringify({ ...filter, page: 1 })}
      filters={
        <SupplierFilters
          search={filter.search ?? ''}
          status={filter.status}
          onChange={(change) => onSearch({ ...change, page: 1 })}
          onClear={() => onSearch(supplierListSearch({}))}
        />
      }
      columns={supplierColumns}
      list={list}
      loadFailed="Erro ao carregar fornecedores. Tente novamente."
      rows={data?.data}
      nameOf={({ companyName }) => companyName}
      details={SupplierDetails}
      canDelete={() => allowed}
      empty={<NoSuppliers isFiltered={isFiltered} />}
      dialog={search}
      onDialog={({ open, id }, options) => onSearch({ open, id }, { ...options, keepsPlace: true })}
      Dialogs={SupplierDialogs}
    >
      {data && data.data.length > 0 && (
        <Pagination
          page={filter.page}
          lastPage={lastPage}
          perPage={perPage}
          total={total}
          onChange={(page) => onSearch({ page })}
        />
      )}
    </RegisterPage>
  )
}

const found = (total: number) => counted(total, 'fornecedor encontrado', 'fornecedores encontrados')

function NoSuppliers({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="Nenhum fornecedor encontrado.">
      {isFiltered
        ? 'Tente outros termos de busca ou limpe os filtros.'
        : 'As empresas a que os documentos se referem aparecem aqui.'}
    </EmptyState>
  )
}
