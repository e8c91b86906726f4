import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '../../domain/catalogs/catalogs.api.ts'
import { DepartmentFilter } from '../../domain/catalogs/department-filter.tsx'
import { ProtocolStatusFilter } from '../../domain/protocols/protocol-status-filter.tsx'
import type { TrackingSearch } from '../../domain/screens/searches.ts'
import { optionsOf, SearchableSelect } from '../../ui/fields/searchable-select.tsx'
import classes from './tracking.module.css'

interface TrackingFiltersProps {
  search: TrackingSearch
  onChange: (change: TrackingSearch) => void
}

/** The filter panel of the tracking screen, loaded when first opened; each choice applies at once. */
export default function TrackingFilters({ search, onChange }: TrackingFiltersProps) {
  const { data: categories = [], isPending, isError } = useQuery(categoriesQuery)
  return (
    <>
      <DepartmentFilter value={search.department} onChange={(department) => onChange({ department })} />
      <ProtocolStatusFilter value={search.status} onChange={(status) => onChange({ status })} />
      <SearchableSelect
        label="Categoria"
        opensOnFocus
        data={[{ value: '', label: 'Todas' }, ...optionsOf(categories)]}
        loading={isPending && 'Carregando...'}
        value={String(search.category ?? '')}
        nothingFoundMessage="Nenhuma categoria encontrada"
        error={isError && 'Erro ao carregar categorias.'}
        onChange={(category) => onChange({ category: Number(category) || undefined })}
      />
      <Button
        variant="subtle"
        className={classes.clear}
        onClick={() => onChange({ department: undefined, status: undefined, category: undefined })}
      >
        Limpar Filtros
      </Button>
    </>
  )
}
