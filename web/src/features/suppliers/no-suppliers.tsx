import { EmptyState } from '../../ui/empty-state.tsx'

export function NoSuppliers({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="Nenhum fornecedor encontrado.">
      {isFiltered
        ? 'Tente outros termos de busca ou limpe os filtros.'
        : 'As empresas a que os documentos se referem aparecem aqui.'}
    </EmptyState>
  )
}
