import { allowed } from '@malote/core/shared/verdict.ts'
import { formatCnpj } from '@malote/core/suppliers/cnpj.ts'
import type { Supplier } from '@malote/core/suppliers/supplier.ts'
import type { SupplierFilter } from '@malote/core/suppliers/supplier-filter.ts'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CatalogPage, ImportLink } from '../../domain/catalogs/catalog-page.tsx'
import { catalogWords } from '../../domain/catalogs/catalog-words.ts'
import { suppliersQuery } from '../../domain/catalogs/suppliers.api.ts'
import { type SupplierListSearch, supplierFilterOf, supplierListSearch } from '../../domain/screens/searches.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import { FilterBar } from '../../ui/filter/filter-bar.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ActiveBadge } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { Pagination, useExistingPage } from '../../ui/table/pagination.tsx'
import classes from './suppliers.module.css'

const SupplierDialogs = lazyPart(() => import('./supplier-dialogs.tsx'))

const words = catalogWords('fornecedor', 'Fornecedor', 'o')

interface SuppliersPageProps {
  search: SupplierListSearch
  /** Merges a change into the search params. */
  onSearch: (change: SupplierListSearch, options?: { replace?: boolean; keepsPlace?: boolean }) => void
}

export default function SuppliersPage({ search, onSearch }: SuppliersPageProps) {
  const filter = supplierFilterOf(search)
  const list = useQuery(suppliersQuery(filter))
  const { data, isPlaceholderData } = list
  const isFiltered = filter.search !== undefined || filter.status !== undefined
  const { lastPage, perPage, total } = data?.meta ?? { lastPage: 1, perPage: 10, total: 0 }

  useExistingPage(filter.page, isPlaceholderData ? undefined : data?.meta?.lastPage, (page) =>
    onSearch({ page }, { replace: true }),
  )

  return (
    <CatalogPage
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
    </CatalogPage>
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

/** A supplier's details on its card, for phones. */
function SupplierDetails(supplier: Supplier) {
  const { cnpj, isActive, protocolsCount } = supplier
  const facts = [codeAndStore(supplier), placeOf(supplier), counted(protocolsCount ?? 0, 'protocolo', 'protocolos')]
  return (
    <>
      <div className="row wrap gap-4-12">
        <span className="nowrap">{formatCnpj(cnpj ?? '') || '—'}</span>
        <ActiveBadge isActive={isActive} />
      </div>
      <p>{facts.filter(Boolean).join(' · ')}</p>
    </>
  )
}

const supplierColumns: readonly Column<Supplier>[] = [
  {
    key: 'cnpj',
    header: 'CNPJ',
    width: '164px',
    cell: ({ cnpj }) => <span className="nowrap">{formatCnpj(cnpj ?? '') || '—'}</span>,
  },
  { key: 'code', header: 'Código/Loja', width: '120px', cell: (row) => codeAndStore(row) || '—' },
  { key: 'name', header: 'Razão social', isRowHeader: true, cell: ({ companyName }) => companyName || '—' },
  { key: 'place', header: 'Localização', width: '20%', cell: (row) => placeOf(row) || '—' },
  { key: 'status', header: 'Status', width: '104px', cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
  {
    key: 'protocols',
    header: 'Protocolos',
    width: '104px',
    align: 'end',
    cell: ({ protocolsCount }) => formatNumber(protocolsCount ?? 0),
  },
]

const codeAndStore = ({ code, store }: Pick<Supplier, 'code' | 'store'>) => [code, store].filter(Boolean).join('/')

const placeOf = ({ city, state }: Pick<Supplier, 'city' | 'state'>) => [city, state].filter(Boolean).join(', ')

type Status = 'all' | NonNullable<SupplierFilter['status']>

const statuses: { value: Status; label: string }[] = [
  { value: 'all', label: 'Todos' },
  { value: 'active', label: 'Ativos' },
  { value: 'inactive', label: 'Inativos' },
]

interface SupplierFiltersProps {
  search: string
  status: SupplierFilter['status']
  onChange: (change: Pick<SupplierFilter, 'search'> | Pick<SupplierFilter, 'status'>) => void
  onClear: () => void
}

function SupplierFilters({ search, status, onChange, onClear }: SupplierFiltersProps) {
  return (
    <FilterBar
      search={search}
      label="Buscar fornecedores"
      placeholder="Buscar por CNPJ, código ou razão social..."
      onSearch={(wanted) => onChange({ search: wanted })}
      onClear={onClear}
      before={
        <Select
          className={classes.status}
          aria-label="Status"
          data={statuses}
          value={status ?? 'all'}
          allowDeselect={false}
          onChange={(value) => onChange({ status: value === 'all' ? undefined : (value ?? undefined) })}
        />
      }
    />
  )
}
